import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { packageFile } from '../package-files.js';
import { addressDocs } from './address.js';
import { ARCHIVE, CONTRACT, NOT_FOUND, readArchive, withRootLinks } from './archive.js';
import { type CodeLanguage, onlyIn } from './code-language.js';

/**
 * Writes the files of the docs into a folder, and returns its path. `lang` names the language of the code in their Markdown. Rejects with one line if they are not built or cannot be written.
 */
export async function copyDocs(
  out: string,
  { site, lang, isForced = false }: { site?: URL | undefined; lang?: CodeLanguage | undefined; isForced?: boolean },
): Promise<string> {
  const built = packageFile('dist/docs');
  const archives = existsSync(built) ? readdirSync(built, { recursive: true, encoding: 'utf8' }) : [];
  const files: [name: string, bytes: Uint8Array][] = [];
  for (const name of archives.filter((name) => basename(name) === ARCHIVE))
    for (const [path, bytes] of await readArchive(join(built, name))) files.push([path, inLanguage(lang, path, bytes)]);
  if (files.length === 0) throw new Error('docs: are not built; run `npm run docs` first');
  const folder = resolve(out);
  if (!isForced && hasOtherFiles(folder))
    throw new Error('--out: must be a new or empty folder, or one with the docs; --force writes into it');
  try {
    writeDocs(folder, files, site);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`--out: cannot write ${folder}: ${problem}; name another folder`, { cause });
  }
  return folder;
}

/** Returns a file, whose code is in one language if it is Markdown. Pages have a tab for each language. */
function inLanguage(lang: CodeLanguage | undefined, path: string, bytes: Uint8Array): Uint8Array {
  if (lang === undefined || !/\.(?:md|txt)$/.test(path)) return bytes;
  return Buffer.from(onlyIn(lang, Buffer.from(bytes).toString()));
}

/** Returns whether a folder has files but not the docs. They may have the same names. */
function hasOtherFiles(folder: string): boolean {
  if (!existsSync(folder) || !statSync(folder).isDirectory() || readdirSync(folder).length === 0) return false;
  const contract = join(folder, 'openapi.yaml');
  return !existsSync(contract) || !/^openapi: \S+\nx-evidence: /.test(readFileSync(contract, 'utf8'));
}

function writeDocs(folder: string, files: readonly [name: string, bytes: Uint8Array][], site: URL | undefined): void {
  for (const [name, bytes] of files) {
    createFolder(dirname(join(folder, name)));
    writeFileSync(join(folder, name), bytes);
  }
  for (const [name, file] of Object.entries(CONTRACT)) cpSync(packageFile(file), join(folder, name));
  // The page that web hosts show for every missing path.
  writeFileSync(join(folder, '404.html'), withRootLinks(readFileSync(join(folder, NOT_FOUND)), site?.pathname ?? '/'));
  if (site) addressDocs(folder, site);
}

/** Creates a folder and those above it, one by one: below `/proc`, the recursive `mkdir` of Node never returns. */
function createFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder));
  mkdirSync(folder);
}
