/** Writes every file that a user names in an option. No other module does. */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { FileError, statOf } from './text-file.js';

/** What an option writes. */
export interface FileKind {
  /** Completes "a file with …", such as `a report of verify`. */
  readonly name: string;
  /** Matches the beginning of the files that the option writes. */
  readonly begins: RegExp;
  /** Only the owner may read the file: it has exchanges, evidence or state. Other files get the mode of the user's mask. */
  readonly isPrivate?: true;
}

/** A file that an option names. */
export class OutputFile {
  readonly path: string;
  readonly kind: FileKind;
  /** Whether it may have other content. */
  readonly isForced: boolean;
  constructor(path: string, kind: FileKind, isForced: boolean) {
    this.path = path;
    this.kind = kind;
    this.isForced = isForced;
  }

  /** Returns whether the file is new or empty, has content of its kind, or may have any. A device and a pipe have none. */
  isReplaceable(): boolean {
    return this.isForced || holds(this.path, this.kind);
  }
}

/** The kinds of JUnit XML and of JSON with its format in the first field. */
export const junitOf = (suite: string): FileKind => ({
  name: `a JUnit report of ${suite}`,
  begins: new RegExp(`^<\\?xml[^>]*>\\s*<testsuites[^>]*>\\s*<testsuite name="${suite}"`),
});
export const jsonKind = (name: string, format: string): FileKind => ({
  name,
  begins: new RegExp(`^\\s*\\{\\s*"format":\\s*"${format}/?\\d*"`),
});

const OWNER_ONLY = 0o600;
/** The bytes at the beginning of a file that show its kind. */
const LONGEST_BEGINNING = 4096;

/** Returns whether a file is new or empty, is no regular file, or has content of a kind. */
export function holds(file: string, { begins }: FileKind): boolean {
  const found = statOf(file);
  if (!found?.isFile() || found.size === 0) return true;
  try {
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(LONGEST_BEGINNING);
      return begins.test(bytes.toString('utf8', 0, readSync(handle, bytes)).replace(/^\ufeff/, ''));
    } finally {
      closeSync(handle);
    }
  } catch {
    // A file that nobody can read is not known to be of the kind.
    return false;
  }
}

/** Returns a text that two paths share if they lead to one file. Undefined for devices and pipes, which take any number of writers. */
export function identityOf(file: string): string | undefined {
  const found = statOf(file);
  if (found !== undefined) return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
  try {
    return join(realpathSync(dirname(resolve(file))), resolve(file).slice(dirname(resolve(file)).length));
  } catch {
    return resolve(file);
  }
}

/**
 * Replaces the content of a file, or creates it. A failure leaves the old content, because the new one goes to a file beside it, which
 * then takes its name. Links, devices and pipes are written as they are. Throws a `FileError`.
 */
export function replaceFile(file: string, text: string, { isPrivate }: Pick<FileKind, 'isPrivate'> = {}): void {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false });
    const isPlain = found === undefined || (found.isFile() && found.nlink === 1);
    if (isPlain && writeBeside(file, text, found, isPrivate)) return;
    writeFileSync(file, text, isPrivate ? { mode: OWNER_ONLY } : {});
    if (isPrivate && statOf(file)?.isFile()) chmodSync(file, OWNER_ONLY);
  } catch (cause) {
    throw new FileError('write', file, cause);
  }
}

/** Returns false if the folder takes no new file: the file itself may still be written. */
function writeBeside(file: string, text: string, found: Stats | undefined, isPrivate = false): boolean {
  const beside = join(dirname(file), `.${randomUUID()}.tmp`);
  let handle: number;
  try {
    handle = openSync(beside, 'wx', isPrivate ? OWNER_ONLY : 0o666);
  } catch (error) {
    if (found === undefined) throw error;
    return false;
  }
  try {
    try {
      writeFileSync(handle, text);
      if (found !== undefined && !isPrivate) fchmodSync(handle, found.mode & 0o777);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, file);
    return true;
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Opens a file to append to it, or with `wx` a new one. Only its owner may read it, also if it existed. Throws a `FileError`. */
export function openPrivate(file: string, flag: 'a' | 'wx'): number {
  try {
    const handle = openSync(file, flag, OWNER_ONLY);
    if (fstatSync(handle).isFile()) fchmodSync(handle, OWNER_ONLY);
    return handle;
  } catch (cause) {
    throw new FileError('write', file, cause);
  }
}
