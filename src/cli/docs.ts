import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { packageFile } from '../files/index.js';
import { ARCHIVE, CONTRACT, NOT_FOUND, readArchive, withRootLinks } from '../server/index.js';
import { must, text } from '../util/index.js';
import { defineCommand, UsageError } from './command.js';
import { addressDocs, siteAddress } from './docs-address.js';
import { withProgress } from './output.js';

export const docs = defineCommand({
  details: 'Any web server can serve the folder.',
  options: {
    out: {
      ...text(),
      value: '<folder>',
      isRequired: true,
      help: 'the folder to copy the docs to; created if needed',
      read(given: string): string {
        must(statSync(given, { throwIfNoEntry: false })?.isFile() !== true, 'a folder, not a file');
        return given;
      },
    },
    site: {
      ...text(),
      value: '<address>',
      help: 'where you will publish the docs, for the addresses in shared links and in llms.txt',
      read: siteAddress,
    },
  },
  examples: ['docs --out public --site https://docs.shop.example'],
  async run({ values: { out, site } }) {
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
  },
});
