import { constants, copyFile } from 'node:fs/promises';
import { stringAt } from '../contract/json.js';
import { packageFile } from '../contract/package-files.js';
import { defineCommand, UsageError } from './command.js';
import { print } from './remote.js';

export const init = defineCommand({
  argument: {
    type: 'string',
    value: '<file>',
    default: 'shop.yaml',
    help: 'the file to write',
    read: (given: string) => given,
  },
  options: {},
  examples: ['init', 'init tests/shop.yaml'],
  async run({ argument: file }) {
    await copyFile(packageFile('testing/shop.yaml'), file, constants.COPYFILE_EXCL).catch((error: unknown) => {
      if (stringAt(error, 'code') === 'EEXIST') throw new UsageError(`${file} exists already; name another file`);
      throw error;
    });
    print(`Wrote ${file}. Start a sandbox with it: npx payment-gateway sandbox --scenario ${file}`);
    return 0;
  },
});
