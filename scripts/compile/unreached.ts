import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { objectAt } from '../../src/util/json.ts';
import { compiledFiles } from './stale.ts';

/**
 * Returns the modules and declarations below `dist` that neither an export nor a program of the package reaches, by their paths from `root`. Skips
 * what the compiler has not written: in a fresh clone, tests derive files before they compile anything.
 */
export function unreachedFiles(root: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(posix.join(root, 'package.json'), 'utf8'));
  const exported = Object.values(objectAt(manifest, 'exports')).flatMap((entry) => Object.values(Object(entry)));
  const programs = Object.values(objectAt(manifest, 'bin'));
  const pending = [...exported, ...programs].map((file) => posix.normalize(String(file)));
  const unreached = new Set(compiledFiles(root).map((file) => file.replaceAll('\\', '/')));
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (!unreached.delete(file)) continue;
    for (const imported of importsOf(readFileSync(posix.join(root, file), 'utf8'))) {
      const module = posix.join(posix.dirname(file), imported);
      pending.push(file.endsWith('.d.ts') ? module.replace(/\.js$/, '.d.ts') : module);
    }
  }
  return [...unreached].sort();
}

/** Returns the relative imports of a module or of its declarations, also `import('…')`. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"](\.[^'"]+)['"]/g)].map(([, path = '']) => path);
}
