import { STATUS_CODES } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Handle, LARGEST_BODY, toWire, type WireRequest, type WireResponse } from 'payment-gateway-core/access';

/** Node's own fetch gives up after this many milliseconds without a response. */
const HEADERS_TIMEOUT = 300_000;

/** Returns a `fetch` that uses no network. Calls wait for the handler, and reject with its error if it fails to load. */
export function asFetch(
  loading: Promise<Handle>,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  loading.catch(() => {}); // each call reports it
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    return new Promise<Response>((resolve, reject) => {
      const abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      respond(request)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', abort));
    });
  };

  async function respond(request: Request): Promise<Response> {
    const handle = await loading;
    const given = await handle(asWireRequest(request));
    const { status } = given;
    if (given.fault === 'reset') throw networkError('fetch failed', 'ECONNRESET', 'read ECONNRESET');
    if (given.fault === 'stall') {
      // A stalled call must not keep the process alive. After an abort, the caller has its error already.
      await sleep(HEADERS_TIMEOUT, undefined, { ref: false, signal: request.signal }).catch(() => {});
      throw networkError('fetch failed', 'UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error');
    }
    const { headers, body } = given.stream
      ? { headers: given.headers, body: streamed(given.stream, request) }
      : wholeBody(given, request.method);
    const pairs = Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    const response = new Response(body, { status, statusText: STATUS_CODES[status] ?? '', headers: pairs });
    // The constructor cannot set `url`.
    return Object.defineProperty(response, 'url', { value: request.url });
  }
}

function asWireRequest(request: Request): WireRequest {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  // A `Response` does not decompress.
  delete headers['accept-encoding'];
  return {
    method: request.method,
    target: pathname + search,
    headers,
    isInProcess: true,
    readBody: async (largest = LARGEST_BODY) => {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.byteLength <= largest ? bytes : undefined;
    },
  };
}

function wholeBody(given: WireResponse, method: string) {
  const { headers, payload } = toWire(given);
  const isEmpty = payload.length === 0 || [204, 205, 304].includes(given.status) || method === 'HEAD';
  const body = given.fault === 'truncate' ? ReadableStream.from(truncated(Buffer.from(payload))) : payload;
  return { headers, body: isEmpty ? null : (body as BodyInit) }; // the types of Node and the DOM differ
}

/** Yields the first half of the bytes, followed by a connection error. */
async function* truncated(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, Math.floor(bytes.byteLength / 2));
  throw networkError('terminated', 'UND_ERR_SOCKET', 'other side closed');
}

/** Returns a stream that ends with its source, when the reader cancels it, or when the caller aborts. */
function streamed(stream: NonNullable<WireResponse['stream']>, request: Request): BodyInit {
  const ended = new AbortController();
  const { signal } = request;
  const pieces = stream(ended.signal)[Symbol.asyncIterator]();
  // No reader asks for the next piece, so tell the stream to clean up.
  const end = (reason?: unknown): void => {
    ended.abort(reason);
    void pieces.return?.();
  };
  signal.addEventListener('abort', () => end(signal.reason), { once: true });
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        // Keeps a reference to the request: after garbage collection its signal no longer follows the caller's.
        if (request.signal.aborted) controller.error(signal.reason);
        else if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: () => end(),
    },
    // Pulls only when the reader reads.
    { highWaterMark: 0 },
  ) as BodyInit;
}

/** Returns an error as Node's fetch throws it. */
function networkError(message: string, code: string, reason: string): TypeError {
  return new TypeError(message, { cause: Object.assign(new Error(reason), { code }) });
}
