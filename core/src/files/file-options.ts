/** Options that name a file or a folder. A command checks them before it starts, so that a wrong path loses no work. */
import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { flag, must, text } from '../util/index.js';
import { type FileKind, OutputFile } from './output-file.js';
import { isDevice, isFolder, isNamedPipe, statOf } from './text-file.js';

const isAllowed = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
};

const fileOption = (check: (path: string) => void) =>
  ({
    ...text(),
    value: '<file>',
    read(given: string): string {
      must(typeof given === 'string' && given !== '' && !isFolder(given), 'a file, not a folder');
      must(!isNamedPipe(given), 'a file, not a named pipe');
      check(given);
      return given;
    },
  }) as const;

export const INPUT_FILE = fileOption((path) => {
  must(isAllowed(path, constants.R_OK), 'a file that exists and that you may read');
  must(!isDevice(path), 'a file, not a device');
});

/** Permits the options of a command to replace any file. */
export const FORCE = { ...flag, help: 'replaces files whose content is another one than these options write' } as const;

/** An option that names a file to write. It is empty or has the kind, unless `--force` is given. */
export const outputFile = (kind: FileKind) =>
  ({
    ...fileOption(checkOutput),
    isOutput: true,
    read(given: string, { force }: Readonly<Record<string, unknown>> = {}): OutputFile {
      fileOption(checkOutput).read(given);
      const file = new OutputFile(given, kind, force === true);
      must(file.isReplaceable(), `a new or empty file, or one with ${kind.name}; --force replaces it`);
      return file;
    },
  }) as const;

/** The same option, for code that takes paths. */
export const outputPath = (kind: FileKind) =>
  ({
    ...outputFile(kind),
    read: (given: string, others: Readonly<Record<string, unknown>>): string =>
      outputFile(kind).read(given, others).path,
  }) as const;

export const NEW_FILE = {
  ...fileOption((path) => {
    must(statOf(path) === undefined, 'a new file; this one exists already');
    checkOutput(path);
  }),
  isOutput: true,
} as const;

function checkOutput(path: string): void {
  must(isFolder(dirname(path)), 'a file in a folder that exists');
  must(isAllowed(statOf(path) ? path : dirname(path), constants.W_OK), 'a file that you may write');
}
