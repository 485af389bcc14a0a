import { constants, copyFile } from 'node:fs/promises';
import { defineCommand, OUTPUT_FILE, UsageError } from 'payment-gateway-contract/internal/cli';
import { printable } from 'payment-gateway-contract/internal/codes';
import { stringAt } from 'payment-gateway-contract/internal/util';
import { packageFile } from '../package-files.js';
import { PROGRAM } from './program.js';
import { print } from './remote.js';

export const init = defineCommand({
  argument: { ...OUTPUT_FILE, default: 'shop.yaml', help: 'the file to write' },
  options: {},
  examples: ['init', 'init tests/shop.yaml'],
  async run({ argument: file }) {
    await copyFile(packageFile('testing/shop.yaml'), file, constants.COPYFILE_EXCL).catch((error: unknown) => {
      const code = stringAt(error, 'code');
      throw new UsageError(
        code === 'EEXIST' ? `${file}: exists already; name another file` : `${file}: cannot be written (${code})`,
      );
    });
    print(printable(`Wrote ${file}. Start a sandbox with it: ${PROGRAM} --scenario ${file}`));
    return 0;
  },
});
