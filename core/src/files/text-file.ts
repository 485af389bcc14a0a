import { isUtf8 } from 'node:buffer';
import { appendFileSync, readFileSync, type Stats, statSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';

/** Returns what a path leads to. Undefined if nothing is there, or the path cannot be followed. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a path is a named pipe: to open it waits until somebody opens its other end. That of `/dev/stdin` and of a shell's `<(command)` is
 * open.
 */
export const isNamedPipe = (path: string): boolean =>
  !/^\/(?:dev|proc)\//.test(path) && statOf(path)?.isFIFO() === true;

/** Returns whether a path is a device, such as `/dev/zero`, which never ends. */
export const isDevice = (path: string): boolean => statOf(path)?.isCharacterDevice() === true;

export const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

/** Returns why a file cannot be read or written, without its name. */
export function fileProblem(error: unknown): string {
  const { errno = 0, message }: NodeJS.ErrnoException = error instanceof Error ? error : new Error('unknown error');
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}

/** A file that cannot be read or written. The message names the file and the problem in one line, and asks for another file. */
export class FileError extends Error {
  override readonly name = 'FileError';
  constructor(action: 'read' | 'write', file: string, cause: unknown) {
    const way = action === 'read' ? 'pass another file' : 'name another place';
    super(`cannot ${action} ${file}: ${fileProblem(cause)}; ${way}`, { cause });
  }
}

/**
 * Returns the text of a file, without a byte order mark. A process that was killed may have cut off the last line, so a text that `mayBeCut` may
 * end within a character.
 *
 * @param name the option that the file belongs to
 * @throws TypeError if the value is not a path: for some other values, Node 20 ends the process
 * @throws FileError if the file cannot be read, is not UTF-8, or is a device or a named pipe, which may have no end
 */
export function readText(name: string, file: string, { mayBeCut = false } = {}): string {
  if (typeof file !== 'string' || file === '') throw new TypeError(`${name}: must be the path of a file`);
  try {
    if (isNamedPipe(file) || isDevice(file)) throw new Error('it is a device or a named pipe');
    const bytes = readFileSync(file);
    if (!mayBeCut && !isUtf8(bytes)) throw new Error('it is not UTF-8 text');
    return bytes.toString('utf8').replace(/^\ufeff/, '');
  } catch (cause) {
    throw new FileError('read', file, cause);
  }
}

/** Appends a text to a file. Throws a `FileError`. */
export function appendText(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (cause) {
    throw new FileError('write', file, cause);
  }
}
