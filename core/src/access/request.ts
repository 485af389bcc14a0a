import type { Values } from '../util/index.js';

/** A request as received, over a socket or in this process. Header names are lower case. */
export interface WireRequest {
  method: string;
  /** The path and query, as in a request line. */
  target: string;
  headers: Record<string, string>;
  /** The caller runs in this process, so no web page sent the request. */
  isInProcess?: boolean;
  /** Reads the body; undefined if it is larger than `largest` bytes (default `LARGEST_BODY`). */
  readBody: (largest?: number) => Promise<Uint8Array | undefined>;
}

export const LARGEST_BODY = 1024 * 1024;

/** The parts of a request's target. The path is as sent, percent-encoded. */
interface Target {
  /** The host and port, if the target is a whole address. */
  authority: string | undefined;
  path: string;
  query: Values;
  /** Whether an escape of the query is not UTF-8, as PHP writes it for text in ISO-8859-1. `query` has U+FFFD instead. */
  isQueryBroken: boolean;
}

export function parseTarget(target: string): Target {
  // Clients of a proxy send full URLs. A fragment never belongs in a request.
  const [, authority, path = '', search] = /^(?:[a-z]+:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/i.exec(target) ?? [];
  if (!search) return { authority, path, query: {}, isQueryBroken: false };
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const known = values.get(name);
    if (Array.isArray(known)) known.push(value);
    else values.set(name, known === undefined ? value : [known, value]);
  }
  const isQueryBroken = [...values].flat(2).some((text) => text.includes('\ufffd')) && !/%EF%BF%BD/i.test(search);
  return { authority, path, query: Object.fromEntries(values), isQueryBroken };
}
