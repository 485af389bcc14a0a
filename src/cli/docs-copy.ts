import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ARCHIVE, packageFile, readArchive } from '../files/index.js';
import { CONTRACT, NOT_FOUND, withRootLinks } from '../server/index.js';
import { UsageError } from './command.js';
import { addressDocs } from './docs-address.js';
import { withProgress } from './output.js';

/** Writes the files of the docs into a folder, prints its path, and resolves to the exit code. */
export async function copyDocs(out: string, site: URL | undefined): Promise<number> {
  const built = packageFile('dist/docs');
  if (!existsSync(built)) throw new UsageError('docs: are not built; run `npm run docs` first');
  const folder = resolve(out);
  await withProgress(`Copying the docs to ${folder}`, async () => {
    const names = readdirSync(built, { recursive: true, encoding: 'utf8' });
    for (const archive of names.filter((name) => basename(name) === ARCHIVE)) {
      for (const [name, bytes] of await readArchive(join(built, archive))) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), bytes);
      }
    }
    for (const [name, file] of Object.entries(CONTRACT)) cpSync(packageFile(file), join(folder, name));
    // The page that web hosts show for every missing path.
    writeFileSync(
      join(folder, '404.html'),
      withRootLinks(readFileSync(join(folder, NOT_FOUND)), site?.pathname ?? '/'),
    );
    if (site) addressDocs(folder, site);
  });
  process.stdout.write(`${folder}\n`);
  return 0;
}
