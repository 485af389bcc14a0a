import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { ARCHIVE, CONTRACT } from '../../src/docs/archive.ts';

/**
 * Writes the files below a folder of docs into one archive per language, which `readArchive` reads. The contract stays out: the package has
 * it as files. The pages repeat their side bar, and the text files repeat the pages, so a window of 16 MB makes them 60 times smaller.
 *
 * @param folders the folder of each language, with a slash at its end; the first is empty, and has the files of no other language
 */
export async function archiveDocs(out: string, folders: readonly string[]): Promise<void> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name !== ARCHIVE)
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(out, sep).length).replaceAll(sep, '/'))
    .filter((name) => !Object.hasOwn(CONTRACT, `/${name}`))
    // Files of one kind are next to each other, because they repeat each other most.
    .sort((one, other) => compare(extname(one), extname(other)) || compare(one, other));
  const folderOf = (name: string) => folders.findLast((folder) => name.startsWith(folder));
  for (const folder of folders) {
    const own = names.filter((name) => folderOf(name) === folder);
    const files = await Promise.all(own.map((name) => readFile(join(out, name))));
    const sizes = files.map((file, index) => [own[index], file.byteLength]);
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...files]);
    const params = {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      // The highest quality makes an archive 8 % smaller, and the build a quarter slower.
      [constants.BROTLI_PARAM_QUALITY]: 9,
    };
    await writeFile(join(out, folder, ARCHIVE), brotliCompressSync(bytes, { params }));
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
