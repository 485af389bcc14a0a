import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { objectAt, stringAt } from '../../src/util/json.ts';
import { compiledFiles } from './stale.ts';

/**
 * Returns the declarations below `dist` that no export of the package reaches, by their paths from `root`. Skips what the compiler has not written:
 * in a fresh clone, tests derive files before they compile anything.
 */
export function unreachedDeclarations(root: string): string[] {
  const compiled = compiledFiles(root)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.d.ts'));
  const manifest: unknown = JSON.parse(readFileSync(posix.join(root, 'package.json'), 'utf8'));
  const pending = Object.values(objectAt(manifest, 'exports')).map((entry) =>
    posix.normalize(stringAt(entry, 'types') ?? ''),
  );
  const unreached = new Set(compiled);
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (!unreached.delete(file)) continue;
    for (const imported of importsOf(readFileSync(posix.join(root, file), 'utf8')))
      pending.push(posix.join(posix.dirname(file), imported).replace(/\.js$/, '.d.ts'));
  }
  return [...unreached].sort();
}

/** Returns the relative imports of a declaration file, also `import('…')` in a type. */
function importsOf(declarations: string): string[] {
  return [...declarations.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*)['"](\.[^'"]+)['"]/g)].map(([, path = '']) => path);
}
