import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ARCHIVE, createFolder, FileError, holds, packageFile, readArchive } from '../files/index.js';
import { CONTRACT, NOT_FOUND, withRootLinks } from '../server/index.js';
import { UsageError } from './command.js';
import { addressDocs } from './docs-address.js';
import { naming } from './naming.js';
import { withProgress } from './output.js';

/** Writes the files of the docs into a folder, prints its path, and resolves to the exit code. */
export async function copyDocs(out: string, site: URL | undefined, isForced = false): Promise<number> {
  const built = packageFile('dist/docs');
  const archives = existsSync(built) ? readdirSync(built, { recursive: true, encoding: 'utf8' }) : [];
  const files: [name: string, bytes: Uint8Array][] = [];
  for (const name of archives.filter((name) => basename(name) === ARCHIVE))
    files.push(...(await readArchive(join(built, name))));
  if (files.length === 0) throw new UsageError('docs: are not built; run `npm run docs` first');
  const folder = resolve(out);
  const isOther = existsSync(folder) && readdirSync(folder).length > 0 && !isCopy(folder);
  if (isOther && !isForced)
    throw new UsageError('--out: must be a new or empty folder, or one with the docs; --force writes into it');
  await naming('--out', () =>
    withProgress(`Copying the docs to ${folder}`, async () => {
      try {
        writeDocs(folder, files, site);
      } catch (cause) {
        throw new FileError('write', folder, cause);
      }
    }),
  );
  process.stdout.write(`${folder}\n`);
  return 0;
}

/** Returns whether a folder has the docs. Another one may have files of the same names. */
const isCopy = (folder: string): boolean =>
  existsSync(join(folder, 'openapi.yaml')) &&
  holds(join(folder, 'openapi.yaml'), { name: 'the contract', begins: /^openapi: \S+\nx-evidence: / });

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
