import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { objectAt } from '../../core/src/util/json.ts';

/** The folders that the compiler copies to `dist` under the same name. */
const COMPILED = ['src', 'generated'];

/**
 * Returns the modules and declarations that neither an export nor a program of the package reaches, by their paths from `dist` with a slash first.
 *
 * @param dist the folder with what the manifest says is in `dist`
 */
export function unreachedFiles(manifest: unknown, dist: string): string[] {
  const exported = Object.values(objectAt(manifest, 'exports')).flatMap((entry) => Object.values(Object(entry)));
  const programs = Object.values(objectAt(manifest, 'bin'));
  const pending = [...exported, ...programs].map((file) => inDist(String(file)));
  const unreached = new Set(COMPILED.flatMap((folder) => filesBelow(dist, folder)));
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (!unreached.delete(file)) continue;
    for (const imported of importsOf(readFileSync(join(dist, file), 'utf8'))) {
      const module = posix.join(posix.dirname(file), imported);
      pending.push(file.endsWith('.d.ts') ? module.replace(/\.js$/, '.d.ts') : module);
    }
  }
  return [...unreached].sort();
}

/** Returns the path from `dist`, with a slash first, of a file that a manifest names, such as `./dist/src/index.js`. */
export const inDist = (file: string): string => file.replace('./dist', '');

function filesBelow(dist: string, folder: string): string[] {
  if (!existsSync(join(dist, folder))) return [];
  const entries = readdirSync(join(dist, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length).replaceAll('\\', '/'));
}

/** Returns the relative imports of a module or of its declarations, also `import('…')`. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"](\.[^'"]+)['"]/g)].map(([, path = '']) => path);
}
