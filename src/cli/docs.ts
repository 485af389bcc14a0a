import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { packageFile } from '../contract/package-files.js';
import { type Command, type Options, optionLines, Reader } from './arguments.js';
import { addressDocs, siteAddress } from './docs-address.js';

const OPTIONS: Options = {
  out: { type: 'string', value: '<folder>', help: 'where the docs are copied to; made if it is not there' },
  site: {
    type: 'string',
    value: '<address>',
    help: 'where they will be published, for whole addresses in pictures of shared links and in llms.txt',
  },
};

export const docs: Command = {
  help: `payment-gateway docs --out <folder> [--site <address>]

Copies the rendered docs out of this package, ready to be served by any web server.

${optionLines(OPTIONS)}
`,

  async run(args) {
    const read = new Reader(args, OPTIONS);
    read.noMore(read.positionals, 'docs takes no argument');
    const out = read.string('out');
    if (out === undefined) read.wrong('--out is missing: the folder to copy the docs to');
    const site = siteOf(read);
    const built = packageFile('dist/docs');
    if (!existsSync(built)) read.wrong('the docs are not built: run `npm run docs` first');
    read.done();
    const folder = resolve(out ?? '.');
    cpSync(built, folder, { recursive: true });
    if (site) addressDocs(folder, site);
    process.stdout.write(`${folder}\n`);
    return 0;
  },
};

function siteOf(read: Reader): URL | undefined {
  const text = read.string('site');
  try {
    return text === undefined ? undefined : siteAddress(text);
  } catch (error) {
    read.wrong(`--site: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
