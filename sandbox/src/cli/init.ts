import { readFileSync } from 'node:fs';
import { defineCommand, naming } from 'payment-gateway-core/cli';
import { printable } from 'payment-gateway-core/codes';
import { NEW_FILE, replaceFile } from 'payment-gateway-core/files';
import { packageFile } from '../package-files.js';
import { PROGRAM } from './program.js';
import { printLines } from './remote.js';

export const init = defineCommand({
  argument: { ...NEW_FILE, default: 'shop.yaml', help: 'the file to write' },
  options: {},
  examples: ['init', 'init tests/shop.yaml'],
  async run({ argument: file }) {
    const scenario = readFileSync(packageFile('testing/shop.yaml'), 'utf8');
    await naming('<file>', () => replaceFile(file, scenario));
    printLines(printable(`Wrote ${file}. Start a sandbox with it: ${PROGRAM} --scenario ${file}`));
    return 0;
  },
});
