import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { packageFile } from '../../util/package-files.js';

/** The name of the archive with the HTML pages of a folder of the docs. One archive of 102 pages has 0.1 MB, and the pages have 8 MB. */
export const ARCHIVE = 'html.br';

const archives = new Map<string, Promise<Map<string, Buffer>>>();

/** Returns the pages of the archive that holds a page of this name. Rejects if the docs are not built. */
export async function docsPages(name: string): Promise<Map<string, Buffer>> {
  const [folder] = name.split('/', 1);
  const own = packageFile(`dist/docs/${folder}/${ARCHIVE}`);
  const file = existsSync(own) ? own : packageFile(`dist/docs/${ARCHIVE}`);
  let pages = archives.get(file);
  if (pages === undefined) {
    pages = readArchive(file);
    archives.set(file, pages);
    // A later request tries again, because the docs may be built by then.
    pages.catch(() => archives.delete(file));
  }
  return pages;
}

/**
 * Returns a page of the docs, by its path below `dist/docs`. The first page of a language unpacks the pages of that language in memory.
 * Rejects if the docs have no such page, or are not built.
 */
export async function readDocsPage(name: string): Promise<Buffer> {
  const page = (await docsPages(name)).get(name);
  if (page === undefined) throw new Error(`the docs have no page ${name}`);
  return page;
}

/** Returns the pages of an archive, by their paths below `dist/docs`. The first line of an archive lists the names and sizes in bytes. */
export async function readArchive(file: string): Promise<Map<string, Buffer>> {
  const bytes = await promisify(brotliDecompress)(await readFile(file));
  let start = bytes.indexOf('\n') + 1;
  const sizes: [name: string, size: number][] = JSON.parse(bytes.toString('utf8', 0, start));
  return new Map(
    sizes.map(([name, size]) => {
      const page = bytes.subarray(start, start + size);
      start += size;
      return [name, page];
    }),
  );
}
