import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { packageFile } from '../package-files.js';

/**
 * The name of the archive with the files of the docs in one language. The package has no other file of the docs, except the contract. One
 * archive has 0.2 MB, and its files have 10 MB.
 */
export const ARCHIVE = 'docs.br';

/** The contract's files by path. The docs link to the same ones. */
export const CONTRACT: Readonly<Record<string, string>> = {
  '/openapi.yaml': 'openapi.yaml',
  '/openapi.json': 'generated/openapi.json',
  '/openapi.portable.json': 'dist/derived/openapi.portable.json',
};

/** The page that a missing page shows instead, below the folder of each language. */
export const NOT_FOUND = 'not-found/index.html';

/** Returns a page whose links work at any path: they begin with the path of the docs, such as `/docs/`. */
export function withRootLinks(page: Uint8Array, root: string): Uint8Array {
  return Buffer.from(
    Buffer.from(page)
      .toString()
      .replace(/="(?:\.\.\/)+/g, `="${root}`),
  );
}

/** In a clone: the last lines of a build of the docs that failed. */
export const DOCS_FAILURE = 'dist/docs-failure.txt';

/** The files of each archive, and the time of the archive. */
const archives = new Map<string, { readonly builtAt: number; readonly files: Promise<Map<string, Uint8Array>> }>();

/** Returns when the docs were built, in milliseconds since 1970; undefined if they are not built. */
export const docsBuiltAt = (): number | undefined => timeOf(packageFile(`dist/docs/${ARCHIVE}`));

const timeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** Returns the files of the archive that holds a file of this name. Rejects if the docs are not built. */
export async function docsFiles(name: string): Promise<Map<string, Uint8Array>> {
  const [folder] = name.split('/', 1);
  const own = packageFile(`dist/docs/${folder}/${ARCHIVE}`);
  const file = existsSync(own) ? own : packageFile(`dist/docs/${ARCHIVE}`);
  const builtAt = timeOf(file) ?? 0;
  let archive = archives.get(file);
  // In a clone, the docs may be built, or built again, between two requests.
  if (archive?.builtAt !== builtAt) {
    archive = { builtAt, files: readArchive(file) };
    archives.set(file, archive);
    archive.files.catch(() => archives.delete(file));
  }
  return archive.files;
}

/**
 * Returns a file of the docs, by its path below `dist/docs`. The first file of a language unpacks all its files in memory.
 * Rejects if the docs have no such file, or are not built.
 */
export async function readDocsFile(name: string): Promise<Uint8Array> {
  const file = (await docsFiles(name)).get(name);
  if (file === undefined) throw new Error(`the docs have no file ${name}`);
  return file;
}

/** Returns the files of an archive, by their paths below `dist/docs`. The first line of an archive lists the names and sizes in bytes. */
export async function readArchive(archive: string): Promise<Map<string, Uint8Array>> {
  const bytes = await promisify(brotliDecompress)(await readFile(archive));
  let start = bytes.indexOf('\n') + 1;
  const sizes: [name: string, size: number][] = JSON.parse(bytes.toString('utf8', 0, start));
  return new Map(
    sizes.map(([name, size]) => {
      const file = bytes.subarray(start, start + size);
      start += size;
      return [name, file];
    }),
  );
}
