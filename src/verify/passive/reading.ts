import type { Exchange } from '../exchange.js';

/** The exchanges of a recording. */
export interface Reading {
  readonly exchanges: readonly Exchange[];
  /** Number of entries that were invalid or had no response. */
  readonly skipped: number;
}

/** Thrown if a recording cannot be read. The one-line message names the file and the reason, without its content. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Removes the byte order mark that Windows editors and proxies write. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}
