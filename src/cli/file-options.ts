/** Options that name a file. A command checks them before it starts, so that a wrong path loses no work. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDevice, isNamedPipe } from '../files/index.js';
import { must, text } from '../util/index.js';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const fileOption = (check: (path: string) => void) =>
  ({
    ...text(),
    value: '<file>',
    read(given: string): string {
      must(given !== '' && !isFolder(given), 'a file, not a folder');
      must(!isNamedPipe(given), 'a file, not a named pipe');
      check(given);
      return given;
    },
  }) as const;

export const INPUT_FILE = fileOption((path) => {
  try {
    accessSync(path, constants.R_OK);
  } catch {
    must(false, 'a file that exists and that you may read');
  }
  must(!isDevice(path), 'a file, not a device');
});

export const OUTPUT_FILE = fileOption((path) => must(isFolder(dirname(path)), 'a file in a folder that exists'));
