import { readFileSync, statSync } from 'node:fs';

/**
 * Returns whether a path is a named pipe: to open it waits until somebody opens its other end. That of `/dev/stdin` and of a shell's `<(command)` is
 * open.
 */
export const isNamedPipe = (path: string): boolean =>
  !/^\/(?:dev|proc)\//.test(path) && statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;

/** Returns whether a path is a device, such as `/dev/zero`, which never ends. */
export const isDevice = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isCharacterDevice() === true;

/**
 * Returns the text of a file, without a byte order mark. Throws a `TypeError` with the name of the option if the value is not a path: for some other values, Node 20 ends
 * the process. Throws an `Error` for a device or a named pipe, which may have no end.
 */
export function readText(name: string, file: string): string {
  if (typeof file !== 'string' || file === '') throw new TypeError(`${name}: must be the path of a file`);
  if (isNamedPipe(file) || isDevice(file)) throw new Error(`${name}: must be a file, not a device or a named pipe`);
  return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
}
