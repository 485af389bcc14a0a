import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { packageFile } from '../package-files.js';
import { addressDocs } from './address.js';
import { ARCHIVE, CONTRACT, NOT_FOUND, readArchive, withRootLinks } from './archive.js';

/** Writes the files of the docs into a folder, and returns its path. Rejects with one line if they are not built or cannot be written. */
export async function copyDocs(out: string, site: URL | undefined, isForced = false): Promise<string> {
  const built = packageFile('dist/docs');
  const archives = existsSync(built) ? readdirSync(built, { recursive: true, encoding: 'utf8' }) : [];
  const files: [name: string, bytes: Uint8Array][] = [];
  for (const name of archives.filter((name) => basename(name) === ARCHIVE))
    files.push(...(await readArchive(join(built, name))));
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
