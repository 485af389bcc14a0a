import type { Exchange } from '../exchange.js';

/** What was read from a recording. */
export interface Reading {
  readonly exchanges: readonly Exchange[];
  /** How many entries were no exchange, or one without a response. */
  readonly skipped: number;
}

/** A recording that cannot be read. The message says which one and why, in one line without its content. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Windows editors and proxies begin a file with a byte order mark. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}
