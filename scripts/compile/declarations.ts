import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { objectAt, stringAt } from '../../src/util/json.ts';
import { compiledFiles } from './stale.ts';

/** Returns the declarations below `dist` that no export of the package reaches, by their paths from `root`. */
export function unreachedDeclarations(root: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(posix.join(root, 'package.json'), 'utf8'));
  const pending = Object.values(objectAt(manifest, 'exports'))
    .map((entry) => stringAt(entry, 'types'))
    .filter((types) => types !== undefined)
    .map((types) => posix.normalize(types));
  const reached = new Set(pending);
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    for (const imported of importsOf(readFileSync(posix.join(root, file), 'utf8'))) {
      const target = posix.join(posix.dirname(file), imported).replace(/\.js$/, '.d.ts');
      // A module of an older compilation may be gone.
      if (reached.has(target) || !existsSync(posix.join(root, target))) continue;
      reached.add(target);
      pending.push(target);
    }
  }
  return compiledFiles(root)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.d.ts') && !reached.has(file))
    .sort();
}

/** Returns the relative imports of a declaration file, also `import('…')` in a type. */
function importsOf(declarations: string): string[] {
  return [...declarations.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*)['"](\.[^'"]+)['"]/g)].map(([, path = '']) => path);
}
