import { createMockFetch, type MockOptions, type MockRequest, startMockServer } from '../../src/mock/index.js';

/** A mock that is reached over a socket or without one; what holds for one holds for the other. */
export interface Reached extends AsyncDisposable {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly requests: readonly MockRequest[];
  reset(): void;
}

export interface Transport {
  name: string;
  open(options?: MockOptions): Promise<Reached>;
}

export const transports: readonly Transport[] = [
  {
    name: 'over a socket',
    async open(options) {
      const server = await startMockServer({ ...options, port: 0 });
      return {
        fetch: (path, init) => fetch(server.url + path, init),
        get requests() {
          return server.requests;
        },
        reset: server.reset,
        [Symbol.asyncDispose]: () => server.close(),
      };
    },
  },
  {
    name: 'without a socket',
    async open(options) {
      const mockFetch = createMockFetch(options);
      return {
        fetch: (path, init) => mockFetch(`http://mock.invalid${path}`, init),
        get requests() {
          return mockFetch.requests;
        },
        reset: mockFetch.reset,
        [Symbol.asyncDispose]: async () => {},
      };
    },
  },
];

const JSON_HEADERS = { authorization: 'Bearer token', 'content-type': 'application/json' };

/** Sends a body as JSON with a token; answers status, headers and the body that came back. */
export async function sendJson(
  mock: Reached,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const response = await mock.fetch(path, {
    method,
    headers: { ...JSON_HEADERS, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields that they expect
  const answer: any = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: answer };
}
