import { readFileSync } from 'node:fs';

/**
 * Returns the text of a file, without a byte order mark. Throws a `TypeError` with the name of the option if the value is not a path: for some other values, Node 20 ends
 * the process.
 */
export function readText(name: string, file: string): string {
  if (typeof file !== 'string' || file === '') throw new TypeError(`${name}: must be the path of a file`);
  return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
}
