import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that the compiler copies to `dist/` under the same name. */
const COMPILED = ['src', 'generated'];

/**
 * Removes compiled files from `dist/` whose source is gone, and returns their paths. The compiler leaves such files, and the package would include
 * them. It touches no other file: a server may be running from this folder, and another build may be writing to it.
 */
export function removeStale(root: string): string[] {
  const stale = compiledFiles(root).filter((file) => {
    const source = file.slice('dist/'.length).replace(/(?:\.d\.ts|\.js)$/, '');
    return !existsSync(join(root, `${source}.ts`)) && !existsSync(join(root, `${source}.tsx`));
  });
  for (const file of stale) rmSync(join(root, file), { force: true });
  return stale;
}

/** Returns the compiled files by their paths from `root`. */
export function compiledFiles(root: string): string[] {
  return COMPILED.flatMap((folder) => filesBelow(root, join('dist', folder)));
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
