import { constants, copyFile } from 'node:fs/promises';
import { printable } from '../codes/printable.js';
import { stringAt } from '../util/json.js';
import { packageFile } from '../util/package-files.js';
import { defineCommand, PROGRAM, UsageError } from './command.js';
import { OUTPUT_FILE } from './file-options.js';
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
    print(printable(`Wrote ${file}. Start a sandbox with it: ${PROGRAM} sandbox --scenario ${file}`));
    return 0;
  },
});
