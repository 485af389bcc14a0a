import { contractOf, readContract } from 'payment-gateway-core/contract';
import { FileError, readText } from 'payment-gateway-core/files';
import { type JsonObject, listAt, objectAt, parseJson, stringAt, textOf } from 'payment-gateway-core/util';
import { isDelivery } from '../checks/index.js';
import { bodyOf, type Exchange, type Message } from '../exchange.js';
import { contractPath } from '../judge/index.js';

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

/**
 * Returns the exchanges of a JSON-lines file, one per line (`schemas/verify-exchange.json`). Skips and counts invalid lines:
 * if the recording process was killed, the last line is incomplete. Throws `UnreadableError` if no line is valid.
 */
export async function readExchanges(file: string): Promise<Reading> {
  const text = textOfRecording(file, { mayBeCut: true });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const exchanges = lines.flatMap((line) => toExchange(parseJson(line)) ?? []);
  if (lines.length > 0 && exchanges.length === 0)
    throw new UnreadableError(
      `${file}: no line is {"request": {method, url}, "response": {status}}; pass a file of recordExchanges or --record`,
    );
  return { exchanges, skipped: lines.length - exchanges.length };
}

/**
 * Returns the exchanges of a HAR file from a browser or proxy, sorted by the time of the request.
 * Throws `UnreadableError` if the file is not a HAR file. Counts invalid entries as skipped.
 */
export function readHar(file: string): Reading {
  const content = parseJson(textOfRecording(file));
  if (content === undefined)
    throw new UnreadableError(`${file}: is not JSON, or only a part of it; save the HAR file again`);
  const { entries } = objectAt(content, 'log');
  if (!Array.isArray(entries))
    throw new UnreadableError(
      `${file}: is not a HAR file; it has no log.entries; pass one, or a file of recordExchanges with --exchanges`,
    );
  const exchanges = entries.flatMap((entry) => toExchange(fromHar(entry)) ?? []);
  // Proxies write an exchange when it ends, so sort by the start time.
  exchanges.sort((one, other) => (one.time ?? '').localeCompare(other.time ?? ''));
  return { exchanges, skipped: entries.length - exchanges.length };
}

/**
 * Returns the deliveries of events and the exchanges with one server. Without `baseUrl`, selects the only server whose paths
 * the contract has. Throws `UnreadableError` if there are several such servers.
 */
export function ofHost(exchanges: readonly Exchange[], baseUrl?: string): Exchange[] {
  const { route } = contractOf(readContract());
  const isKnown = ({ request }: Exchange) => !('problem' in route(request.method, contractPath(request.url) ?? '/'));
  const addresses = baseUrl === undefined ? exchanges.filter(isKnown).map(({ request }) => request.url) : [baseUrl];
  const hosts = new Set(addresses.map(hostOf));
  if (hosts.size > 1)
    throw new UnreadableError(
      `recording: has ${hosts.size} servers with such paths (${[...hosts].slice(0, 3).join(', ')}); choose one with --url`,
    );
  return exchanges.filter((exchange) => isDelivery(exchange) || hosts.has(hostOf(exchange.request.url)));
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Returns the text of a file, without the byte order mark that Windows editors and proxies write. */
function textOfRecording(file: string, options = {}): string {
  try {
    return readText('recording', file, options);
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    throw new UnreadableError(cause.message, { cause });
  }
}

/** Returns an exchange in the form of an exchanges file. Undefined if it lacks a method, a URL or a status code. */
function toExchange(value: unknown): Exchange | undefined {
  const request = objectAt(value, 'request');
  const response = objectAt(value, 'response');
  const method = stringAt(request, 'method');
  const url = stringAt(request, 'url');
  const { status } = response;
  // Browsers write 0 if they got no response.
  if (method === undefined || url === undefined || typeof status !== 'number' || status < 100) return undefined;
  return {
    time: stringAt(value, 'time'),
    step: stringAt(value, 'step'),
    request: { method: method.toUpperCase(), url, ...messageOf(request) },
    response: { status, ...messageOf(response) },
  };
}

function messageOf(message: JsonObject): Message {
  const headers = Object.entries(objectAt(message, 'headers'));
  return {
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), textOf(value)])),
    body: message.body,
    omitted: stringAt(message, 'omitted'),
  };
}

/** Returns an entry of a HAR file in the form of an exchanges file. */
function fromHar(entry: unknown): object {
  const request = objectAt(entry, 'request');
  const response = objectAt(entry, 'response');
  const started = Date.parse(stringAt(entry, 'startedDateTime') ?? '');
  const sent = headersOf(request);
  const returned = headersOf(response);
  const content = objectAt(response, 'content');
  const text = contentOf(content);
  // A browser may store a part of a body, or a compressed one. Such a body is not evidence.
  const isCut = text !== undefined && typeof content.size === 'number' && content.size > Buffer.byteLength(text);
  return {
    ...(Number.isNaN(started) ? {} : { time: new Date(started).toISOString() }),
    request: {
      method: request.method,
      url: request.url,
      headers: sent,
      ...bodyOf(contentOf(objectAt(request, 'postData')), sent['content-type']),
    },
    response: {
      status: response.status,
      headers: returned,
      ...(isCut
        ? { omitted: 'a part of a body' }
        : bodyOf(text, returned['content-type'] ?? stringAt(content, 'mimeType'))),
    },
  };
}

function headersOf(message: unknown): Record<string, string> {
  return Object.fromEntries(
    listAt(message, 'headers').map((one) => [stringAt(one, 'name')?.toLowerCase(), stringAt(one, 'value') ?? '']),
  );
}

function contentOf(content: JsonObject): string | undefined {
  const text = stringAt(content, 'text');
  return text !== undefined && content.encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}
