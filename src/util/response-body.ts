import { withTimeout } from './timing.js';

/** The parts of a response that the client keeps, without the body. */
export type ResponseHead = Pick<Response, 'status' | 'statusText' | 'headers' | 'url'>;

/** A response that the caller cannot use. The message never quotes the body. */
export class UnusableResponse extends Error {
  readonly reason: 'broken' | 'unexpected' | 'tooLarge';
  readonly response: ResponseHead;
  constructor(reason: UnusableResponse['reason'], response: ResponseHead, message: string) {
    super(message);
    this.reason = reason;
    this.response = response;
  }
}

/** Bytes that no other thread shares. A compiler before 5.7 knows no type argument of `Uint8Array`, so this is what an encoder returns. */
export type Bytes = ReturnType<InstanceType<typeof TextEncoder>['encode']>;

/**
 * Reads the body of a response, up to `maxBytes` bytes after decompression. A larger body closes the connection.
 *
 * @throws UnusableResponse with the reason `tooLarge`
 */
export async function readBody(response: ResponseHead & Pick<Response, 'body'>, maxBytes: number): Promise<Bytes> {
  // A `TransformStream` takes five times as long.
  const reader = response.body?.getReader();
  const chunks: Bytes[] = [];
  let length = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!ArrayBuffer.isView(value)) throw new TypeError('the body of the response is not bytes');
    chunks.push(value);
    length += value.byteLength;
    if (length <= maxBytes) continue;
    // Not awaited: a peer that hangs must not delay the error.
    reader.cancel().catch(() => {});
    throw tooLarge(response, maxBytes);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}

const tooLarge = (head: ResponseHead, maxBytes: number) =>
  new UnusableResponse('tooLarge', head, `HTTP ${head.status} with more than ${maxBytes} bytes`);

/**
 * Passes a body on as the caller reads it, until it is too large or the signal aborts. Listens to the signal only during a read, so that
 * unread responses keep nothing on a signal that they share.
 */
export function limitBody(
  head: ResponseHead,
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal | null | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let length = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const { done, value } = await withTimeout(Number.POSITIVE_INFINITY, [signal], () => reader.read());
      if (done) return controller.close();
      length += value.byteLength;
      if (!(length <= maxBytes)) throw tooLarge(head, maxBytes);
      controller.enqueue(value);
    } catch (error) {
      reader.cancel(error).catch(() => {});
      throw error;
    }
  };
  return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
}

/** Created once: creating it takes longer than decoding most bodies. */
let decoder: TextDecoder | undefined;

/** Returns a body as text. */
export function decode(bytes: Uint8Array | undefined): string {
  decoder ??= new TextDecoder();
  return decoder.decode(bytes);
}

/** Parses a body; `undefined` if it is not JSON. The engine's own error would quote the body. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Builds a response with this head and an unread body. A string is JSON. */
export function buildResponse(head: ResponseHead, body: Bytes | ReadableStream | string | null): Response {
  const { status, statusText, headers, url } = head;
  // `Response` refuses these statuses, or a body with them. openapi-fetch needs a body to see an error.
  const isOdd = status < 200 || status > 599 || status === 304;
  const response = new Response(status === 204 || status === 205 ? null : body, {
    status: isOdd ? 500 : status,
    // A server may send any bytes here, and `Response` accepts only some.
    statusText: `${statusText ?? ''}`.replace(/[^\t -~\x80-\xff]/g, '?'),
    headers,
  });
  // openapi-fetch skips the body if this header is 0, and then an error looks like a success.
  response.headers.delete('content-length');
  if (typeof body === 'string') response.headers.set('content-type', 'application/json');
  if (isOdd) Object.defineProperty(response, 'status', { value: status });
  return Object.defineProperty(response, 'url', { value: url });
}
