import { cpSync, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { packageFile } from '../contract/package-files.js';
import { must, text } from '../server/option-table.js';
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
      cpSync(built, folder, { recursive: true });
      if (site) addressDocs(folder, site);
    });
    process.stdout.write(`${folder}\n`);
    return 0;
  },
});
