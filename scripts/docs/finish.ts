import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { ARCHIVE, CONTRACT } from '../../src/docs/archive.ts';
import { compare } from '../translation/dictionary.ts';

/**
 * Completes the pages that Astro wrote. Links become relative, so that the docs work below any address, and each page gets a
 * policy that allows only its own scripts and its own host.
 */
export async function finishPages(out: string): Promise<void> {
  const names = await readdir(out, { recursive: true });
  await Promise.all(
    names
      .filter((name) => name.endsWith('.html'))
      .map(async (name) => {
        const file = join(out, name);
        const page = await readFile(file, 'utf8');
        const up = '../'.repeat(name.split(/[\\/]/).length - 1) || './';
        await writeFile(file, withPolicy(relative(page, up)));
      }),
  );
}

/** Links of the docs begin with one slash. `/../` leads out of an older version. */
function relative(page: string, up: string): string {
  return page.replace(
    /((?: (?:href|src|content|data-url)=|<option value=)")\/(?!\/)/g,
    (_, attribute: string) => attribute + up,
  );
}

function withPolicy(page: string): string {
  const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    "connect-src 'self'",
    `script-src 'self' ${[...new Set(inline)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return page.replace(/<meta charset="utf-8"\/?>/, (charset) => charset + meta);
}

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
