import { STATUS_CODES } from 'node:http';
import type { Handle } from './pipeline.js';
import { LARGEST_BODY, type WireRequest } from './wire/request.js';
import { toWire, type WireResponse } from './wire/response.js';

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
    if (given.fault === 'reset') throw new TypeError('fetch failed', { cause: coded('ECONNRESET', 'read ECONNRESET') });
    if (given.fault === 'stall') {
      await stalled(request.signal);
      throw new TypeError('fetch failed', { cause: coded('UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error') });
    }
    const { status } = given;
    if (given.stream !== undefined) {
      const { headers } = given;
      const body = streamed(given.stream, request);
      return Object.defineProperty(new Response(body, { status, headers }), 'url', { value: request.url });
    }
    const { headers, payload } = toWire(given);
    const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
    const body = (given.fault === 'truncate' ? truncated(bytes) : bytes) as BodyInit; // TypeScript 5.7 distinguishes buffer types
    const isEmpty = status === 204 || status === 304 || request.method === 'HEAD';
    const pairs = Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    const response = new Response(isEmpty ? null : body, {
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: pairs,
    });
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

function stalled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, HEADERS_TIMEOUT);
    timer.unref(); // a stalled call must not keep the process alive
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

/** Returns a stream that ends with its source, when the reader cancels it, or when the caller aborts. */
function streamed(stream: NonNullable<WireResponse['stream']>, request: Request): ReadableStream<Uint8Array> {
  const ended = new AbortController();
  const { signal } = request;
  signal.addEventListener('abort', () => ended.abort(signal.reason), { once: true });
  const pieces = stream(ended.signal)[Symbol.asyncIterator]();
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
      cancel: () => ended.abort(),
    },
    // Pulls only when the reader reads.
    { highWaterMark: 0 },
  );
}

/** Returns a stream of the first half of the bytes, followed by a connection error. */
function truncated(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, Math.floor(bytes.byteLength / 2)));
    },
    pull(controller) {
      controller.error(new TypeError('terminated', { cause: coded('UND_ERR_SOCKET', 'other side closed') }));
    },
  });
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
