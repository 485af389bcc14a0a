/** Reads a response from a recording, to plan it as a response of your own. */
import { contractOf, readContract } from 'payment-gateway-core/contract';
import { readText } from 'payment-gateway-core/files';
import { type JsonObject, listAt, objectAt, parseJson, stringAt } from 'payment-gateway-core/util';
import type { OperationId } from 'payment-gateway-core/values';

/** A response as `failNext` takes it. */
export interface RecordedResponse {
  /** The status. */
  readonly fault: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Entry {
  /** Its number in the file, from 1. */
  readonly number: number;
  readonly operationId: string | undefined;
  readonly response: JsonObject;
}

/** Headers about the connection and the encoding, which belong to the server that sends the response. */
const OF_CONNECTION =
  /^(:.*|connection|keep-alive|content-length|content-encoding|transfer-encoding|trailer|upgrade|date|proxy-.*)$/;

/**
 * Returns the response of an exchange in a HAR file, or in a file of `recordExchanges` with one exchange per line.
 *
 * @param operationId the operation of the exchange; `*` for any path
 * @param entry the number of the exchange in the file, from 1. Default: the only one of the operation
 * @throws RangeError with one line that names the file and the problem, and the exchanges to choose from
 */
export function recordedResponse(file: string, operationId: OperationId | '*', entry?: number): RecordedResponse {
  const all = entriesOf(file);
  const fitting = all.filter(
    (one) => (operationId === '*' || one.operationId === operationId) && (entry === undefined || one.number === entry),
  );
  const [only] = fitting;
  if (only === undefined) {
    const which = entry === undefined ? 'no exchange' : `no exchange ${entry}`;
    throw new RangeError(`${file}: has ${which} ${operationId === '*' ? 'with a response' : `of ${operationId}`}`);
  }
  if (fitting.length > 1) {
    const first = fitting.slice(0, 10).map(({ number, response }) => `${number} (${response.status})`);
    throw new RangeError(
      `${file}: has ${fitting.length} exchanges that fit; choose one by its number, such as ${first.join(', ')}`,
    );
  }
  return responseOf(only, `${file}: exchange ${only.number}`);
}

function entriesOf(file: string): Entry[] {
  const text = readText('recording', file, { mayBeCut: true });
  const whole = parseJson(text);
  const isHar = Array.isArray(objectAt(whole, 'log').entries);
  const values = isHar ? listAt(objectAt(whole, 'log'), 'entries') : text.split('\n').map((line) => parseJson(line));
  const { route } = contractOf(readContract());
  const entries = values.flatMap((value, index): Entry[] => {
    const request = objectAt(value, 'request');
    const response = objectAt(value, 'response');
    // Browsers write 0 if they got no response.
    if (!(Number(response.status) >= 100)) return [];
    const url = stringAt(request, 'url') ?? '';
    const [path = ''] = url.slice(Math.max(url.indexOf('/v1/'), 0)).split(/[?#]/);
    const found = route(stringAt(request, 'method') ?? '', path);
    const operationId = 'operation' in found ? found.operation.operationId : undefined;
    return [{ number: index + 1, operationId, response }];
  });
  if (entries.length > 0) return entries;
  throw new RangeError(`${file}: has no exchange; it must be a HAR file, or have {"request", "response"} on each line`);
}

function responseOf({ response }: Entry, at: string): RecordedResponse {
  const { status, omitted } = response;
  if (omitted !== undefined) {
    throw new RangeError(`${at}: the recording has no body, only its description (${String(omitted).slice(0, 60)})`);
  }
  const headers = headersOf(response);
  const body = bodyOf(response, at);
  return { fault: Number(status), headers, ...(body !== undefined && body !== '' && { body }) };
}

/** Returns the headers of a HAR file, which has a list, or of an exchange, which has an object. */
function headersOf({ headers }: JsonObject): Record<string, string> {
  const pairs = Array.isArray(headers)
    ? headers.map((one) => [stringAt(one, 'name') ?? '', stringAt(one, 'value') ?? ''])
    : Object.entries(objectAt({ headers }, 'headers')).map(([name, value]) => [name, String(value)]);
  const named = pairs.map(([name = '', value = '']) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(named.filter(([name]) => name !== '' && !OF_CONNECTION.test(name)));
}

function bodyOf(response: JsonObject, at: string): unknown {
  if (!('content' in response)) return response.body;
  const content = objectAt(response, 'content');
  const text = stringAt(content, 'text');
  const size = Number(content.size ?? 0);
  const plain = text !== undefined && content.encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
  if (size > Buffer.byteLength(plain ?? '')) throw new RangeError(`${at}: the recording has only a part of the body`);
  const isJson = /json/.test(stringAt(content, 'mimeType') ?? '');
  return isJson ? (parseJson(plain ?? '') ?? plain) : plain;
}
