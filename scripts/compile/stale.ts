import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What is compiled, and stands in `dist/` under the same name. */
const COMPILED = ['src', 'generated'];

/**
 * Removes from `dist/` what was compiled from a file that is gone, and returns the paths. The compiler leaves it there, and the package
 * would carry it. Nothing else is touched: a server may be running from these files, and other builds may be writing them.
 */
export function removeStale(root: string): string[] {
  const compiled = COMPILED.flatMap((folder) => filesBelow(root, join('dist', folder)));
  const stale = compiled.filter((file) => {
    const source = file.slice('dist/'.length).replace(/(?:\.d\.ts|\.js)$/, '');
    return !existsSync(join(root, `${source}.ts`)) && !existsSync(join(root, `${source}.tsx`));
  });
  for (const file of stale) rmSync(join(root, file), { force: true });
  return stale;
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
