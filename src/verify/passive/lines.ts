import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isObject, type JsonObject, objectAt, stringAt } from '../../contract/json.js';
import type { Exchange, Message } from '../exchange.js';
import { type Reading, UnreadableError, withoutMark } from './reading.js';

/**
 * Returns the exchanges of a JSON-lines file, one per line (`schemas/verify-exchange.json`). Skips and counts invalid lines:
 * if the recording process was killed, the last line is incomplete. Throws `UnreadableError` if no line is valid.
 */
export async function readExchanges(file: string): Promise<Reading> {
  const exchanges: Exchange[] = [];
  let skipped = 0;
  let number = 0;
  let firstSkipped = 0;
  try {
    for await (const line of createInterface({
      input: createReadStream(file, 'utf8'),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      number++;
      if (line.trim() === '') continue;
      const exchange = parseExchange(withoutMark(line));
      if (exchange) exchanges.push(exchange);
      else {
        skipped++;
        firstSkipped ||= number;
      }
    }
  } catch (cause) {
    throw new UnreadableError(`${file}: cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  if (exchanges.length === 0 && skipped > 0) {
    throw new UnreadableError(
      `${file}: has no exchange; line ${firstSkipped} is not {"request": {method, url}, "response": {status}}`,
    );
  }
  return { exchanges, skipped };
}

export function parseExchange(line: string): Exchange | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const request = objectAt(value, 'request');
  const response = objectAt(value, 'response');
  const method = stringAt(request, 'method');
  const url = stringAt(request, 'url');
  const { status } = response;
  if (method === undefined || url === undefined || typeof status !== 'number') return undefined;
  const time = stringAt(value, 'time');
  const step = stringAt(value, 'step');
  return {
    ...(time === undefined ? {} : { time }),
    ...(step === undefined ? {} : { step }),
    request: { method: method.toUpperCase(), url, ...messageOf(request) },
    response: { status, ...messageOf(response) },
  };
}

function messageOf(message: JsonObject): Message {
  const headers = Object.entries(isObject(message.headers) ? message.headers : {}).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
  const omitted = stringAt(message, 'omitted');
  return {
    headers: Object.fromEntries(headers),
    ...(message.body === undefined ? {} : { body: message.body }),
    ...(omitted === undefined ? {} : { omitted }),
  };
}
