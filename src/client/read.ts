import { kindOf } from './kind-of.js';

/** Why a response that came is of no use. The message never quotes the response. */
export class UnusableResponse extends Error {
  readonly reason: 'broken' | 'unexpected' | 'too large';
  readonly response: Response;
  constructor(reason: UnusableResponse['reason'], response: Response, message: string) {
    super(message);
    this.reason = reason;
    this.response = response;
  }
}

/** The whole body, counted after decompression. More than `limit` bytes close the connection. */
export async function readBytes(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.byteLength;
    if (length > limit) {
      // Not awaited: a peer that hangs must not hold the failure back.
      reader.cancel().catch(() => {});
      throw tooLarge(response, limit);
    }
  }
  const [first = new Uint8Array(), second] = chunks;
  return second ? new Uint8Array(await new Blob(chunks).arrayBuffer()) : first;
}

const tooLarge = (response: Response, limit: number) =>
  new UnusableResponse('too large', response, `HTTP ${response.status} with more than ${limit} bytes`);

/** Made once: that takes longer than most bodies. */
let decoder: TextDecoder | undefined;

/** What a body says as JSON; `undefined` for what is none. The engine's own error would quote the body. */
export function parseJson(bytes: Uint8Array): unknown {
  decoder ??= new TextDecoder();
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * The JSON of a success.
 *
 * @param mayBeEmpty a DELETE need not say anything
 * @throws UnusableResponse for a response without the JSON that the contract promises.
 */
export function jsonOf(response: Response, bytes: Uint8Array, mayBeEmpty: boolean): unknown {
  if (mayBeEmpty && !bytes.length) return undefined;
  const data = parseJson(bytes);
  if (data === undefined) throw new UnusableResponse('broken', response, `HTTP ${response.status} without JSON`);
  if (typeof data === 'object' && data !== null) return data;
  if (mayBeEmpty && data === null) return undefined;
  const message = `HTTP ${response.status} with ${kindOf(data)} instead of an object`;
  throw new UnusableResponse('unexpected', response, message);
}

/** The body as it arrives, until it is too large or the caller's signal aborts. */
export function limitedStream(
  response: Response,
  limit: number,
  signal: AbortSignal | null | undefined,
): ReadableStream | null {
  let length = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.byteLength;
      if (length > limit) controller.error(tooLarge(response, limit));
      else controller.enqueue(chunk);
    },
  });
  return response.body?.pipeThrough(counter, signal ? { signal } : {}) ?? null;
}

/** A response that was read, to be read again. A clone would cost as much as the whole rest of the reading. */
export function unread(response: Response, bytes: Uint8Array<ArrayBuffer>): Response {
  // There is nothing to read, or no such response can be made.
  if (!bytes.length || response.status > 599) return response;
  const copy = new Response(bytes, response);
  return Object.defineProperty(copy, 'url', { value: response.url });
}
