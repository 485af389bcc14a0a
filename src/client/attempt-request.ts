interface Attempt {
  readonly headers: Headers;
  readonly signal: AbortSignal;
  /** Keys that only frameworks and engines know. */
  readonly added: Readonly<Record<string, unknown>>;
  /** Whether it is harmless to send the request twice. */
  readonly mayRepeat: boolean;
}

/** The bodies of requests that are as openapi-fetch built them. Reading one from its `Request` takes a third of the time of a call. */
const bodies = new WeakMap<Request, RequestInit['body']>();

/** The class that openapi-fetch builds requests with. It returns a `Request` of the platform, and keeps its body. */
export class BuiltRequest {
  constructor(address: string, init: RequestInit) {
    const request = new Request(address, init);
    bodies.set(request, init.body);
    // biome-ignore lint/correctness/noConstructorReturn: middleware and frameworks get the class that they expect
    return request;
  }

  /** openapi-fetch checks with `instanceof` whether middleware returned a request. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Request;
  }
}

/** Returns whether middleware has replaced the request. It may have changed its headers. */
export const isReplaced = (request: Request): boolean => !bodies.has(request);

/**
 * Builds the one complete request of an attempt: frameworks, mocks and wrappers read only the first argument of `fetch`. The body stays
 * for the next attempt.
 */
export function attemptRequest(request: Request, { headers, signal, added, mayRepeat }: Attempt): Request {
  // Middleware may have added keys, too.
  const keys = { ...added, ...Object.fromEntries(Object.entries(request)) };
  // Deno sends a request again after a lost response, unless its body is a stream. On Node, a stream would break the retry after a 401.
  const mustStream = 'Deno' in globalThis && !mayRepeat;
  // Without a content type, `Request` would add the type of a text.
  const body = mustStream || !headers.has('content-type') ? undefined : bodies.get(request);
  const hasText = typeof body === 'string';
  const source = request.body && !hasText ? request.clone() : request;
  // A redirect is not followed: it would take card data to another host, or turn the POST into a GET.
  const init: RequestInit & { duplex?: 'half' } = { ...keys, headers, signal, redirect: 'manual' };
  if (hasText) init.body = body;
  if (mustStream) {
    init.body = (source.body ?? new Blob([]).stream()).pipeThrough(new TransformStream());
    init.duplex = 'half';
  }
  // Next.js would answer from its cache: a second POST without sending it, a GET with the data of another token. Old Workers lack `cache`.
  const isCacheable = /^(GET|HEAD)$/.test(request.method) && (request.cache !== 'default' || 'next' in keys);
  if ('cache' in request && !isCacheable) init.cache = 'no-store';
  const copy = new Request(source, init);
  for (const [name, value] of Object.entries(keys)) if (!(name in copy)) Object.assign(copy, { [name]: value });
  return copy;
}
