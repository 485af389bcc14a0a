interface Attempt {
  readonly headers: Headers;
  readonly signal: AbortSignal;
  /** Keys that only frameworks and engines know. */
  readonly added: Readonly<Record<string, unknown>>;
  /** Whether it is harmless to send the request twice. */
  readonly mayRepeat: boolean;
}

/**
 * Builds the one complete request of an attempt: frameworks, mocks and wrappers read only the first argument of `fetch`. The clone keeps the
 * body for the next attempt.
 */
export function attemptRequest(request: Request, { headers, signal, added, mayRepeat }: Attempt): Request {
  // Middleware may have added keys, too.
  const keys = { ...added, ...Object.fromEntries(Object.entries(request)) };
  const source = request.body ? request.clone() : request;
  // A redirect is not followed: it would take card data to another host, or turn the POST into a GET.
  const init: RequestInit & { duplex?: 'half' } = { ...keys, headers, signal, redirect: 'manual' };
  // Next.js would answer from its cache: a second POST without sending it, a GET with the data of another token. Old Workers lack `cache`.
  const isCacheable = /^(GET|HEAD)$/.test(request.method) && (request.cache !== 'default' || 'next' in keys);
  if ('cache' in request && !isCacheable) init.cache = 'no-store';
  // Deno sends a request again after a lost response, unless its body is a stream. On Node, a stream would break the retry after a 401.
  if ('Deno' in globalThis && !mayRepeat) {
    init.body = (source.body ?? new Blob([]).stream()).pipeThrough(new TransformStream());
    init.duplex = 'half';
  }
  const copy = new Request(source, init);
  const dropped = Object.entries(keys).filter(([name]) => !(name in copy));
  return Object.assign(copy, Object.fromEntries(dropped));
}
