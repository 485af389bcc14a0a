import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { packageFile } from '../mock/contract/package-files.js';
import { type Options, optionLines, Reader } from './arguments.js';
import type { Command } from './command.js';

const OPTIONS: Options = {
  out: { type: 'string', value: '<folder>', help: 'where the docs are copied to; made if it is not there' },
};

export const docs: Command = {
  help: `payment-gateway docs --out <folder>

Copies the rendered docs out of this package, ready to be served by any web server.

${optionLines(OPTIONS)}
`,

  async run(args) {
    const read = new Reader(args, OPTIONS);
    read.noMore(read.positionals, 'docs takes no argument');
    const out = read.string('out');
    if (out === undefined) read.wrong('--out is missing: the folder to copy the docs to');
    const built = packageFile('dist/docs');
    if (!existsSync(built)) read.wrong('the docs are not built: run `npm run docs` first');
    read.done();
    const folder = resolve(out ?? '.');
    cpSync(built, folder, { recursive: true });
    process.stdout.write(`${folder}\n`);
    return 0;
  },
};
