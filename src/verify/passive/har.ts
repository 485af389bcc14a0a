import { readFileSync } from 'node:fs';
import { isObject, listAt, objectAt, stringAt } from '../../contract/json.js';
import { bodyOf, type Exchange } from '../exchange.js';
import { type Reading, UnreadableError, withoutMark } from './reading.js';

/**
 * Returns the exchanges of a HAR file from a browser or proxy, sorted by the time of the request.
 * Throws `UnreadableError` if the file is not a HAR file. Counts invalid entries as skipped.
 */
export function readHar(file: string): Reading {
  let content: unknown;
  try {
    content = JSON.parse(withoutMark(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new UnreadableError(
      `${file}: cannot be read as a HAR file; ${cause instanceof SyntaxError ? 'it is not JSON' : message(cause)}`,
      { cause },
    );
  }
  const entries = objectAt(content, 'log').entries;
  if (!Array.isArray(entries)) throw new UnreadableError(`${file}: is not a HAR file; it has no log.entries`);
  const exchanges = entries.map(readEntry);
  const found = exchanges.filter((exchange) => exchange !== undefined);
  // Proxies write an exchange when it ends, so sort by the start time.
  found.sort((one, other) => (one.time ?? '').localeCompare(other.time ?? ''));
  return { exchanges: found, skipped: entries.length - found.length };
}

function readEntry(entry: unknown): Exchange | undefined {
  const request = objectAt(entry, 'request');
  const response = objectAt(entry, 'response');
  const method = stringAt(request, 'method');
  const url = stringAt(request, 'url');
  const { status } = response;
  // Status 0: the browser got no response.
  if (method === undefined || url === undefined || typeof status !== 'number' || status < 100) return undefined;
  const started = Date.parse(stringAt(entry, 'startedDateTime') ?? '');
  const sent = headersOf(request);
  const returned = headersOf(response);
  const content = objectAt(response, 'content');
  return {
    ...(Number.isNaN(started) ? {} : { time: new Date(started).toISOString() }),
    request: {
      method: method.toUpperCase(),
      url,
      headers: sent,
      ...bodyOf(textOf(objectAt(request, 'postData')), sent['content-type']),
    },
    response: {
      status,
      headers: returned,
      ...(isCut(content)
        ? { omitted: 'a part of a body' }
        : bodyOf(textOf(content), returned['content-type'] ?? stringAt(content, 'mimeType'))),
    },
  };
}

/** Returns whether a browser stored an incomplete or compressed body. Such a body is not evidence. */
function isCut(content: unknown): boolean {
  const text = textOf(content);
  const { size } = isObject(content) ? content : {};
  return text !== undefined && typeof size === 'number' && size > Buffer.byteLength(text);
}

function headersOf(message: unknown): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const header of listAt(message, 'headers')) {
    const name = stringAt(header, 'name');
    if (name !== undefined) headers[name.toLowerCase()] = stringAt(header, 'value') ?? '';
  }
  return { ...headers };
}

function textOf(content: unknown): string | undefined {
  const text = stringAt(content, 'text');
  const isBase64 = isObject(content) && content.encoding === 'base64';
  return text !== undefined && isBase64 ? Buffer.from(text, 'base64').toString('utf8') : text;
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
