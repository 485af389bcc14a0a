/** Options that name a file. A command checks them before it starts, so that a wrong path loses no work. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { must, text } from '../server/option-table.js';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

export const INPUT_FILE = {
  ...text(),
  value: '<file>',
  read(given: string): string {
    must(!isFolder(given), 'a file, not a folder');
    try {
      accessSync(given, constants.R_OK);
    } catch {
      must(false, 'a file that exists and that you may read');
    }
    return given;
  },
} as const;

export const OUTPUT_FILE = {
  ...text(),
  value: '<file>',
  read(given: string): string {
    must(given !== '' && !isFolder(given), 'a file, not a folder');
    must(isFolder(dirname(given)), 'a file in a folder that exists');
    return given;
  },
} as const;
