import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { createMockFetch, type MockOptions, type RecordedRequest, startMockServer } from '../../src/mock/index.js';

/** A mock that is reached over a socket or without one; what holds for one holds for the other. */
export interface Reached extends AsyncDisposable {
  readonly url: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly requests: readonly RecordedRequest[];
  reset(): void;
}

export interface Transport {
  name: string;
  open(options?: MockOptions): Promise<Reached>;
}

const overSocket: Transport = {
  name: 'over a socket',
  async open(options) {
    const server = await startMockServer({ ...options, port: 0 });
    return {
      url: server.url,
      fetch: (path, init) => fetch(server.url + path, init),
      get requests() {
        return server.requests;
      },
      reset: server.reset,
      [Symbol.asyncDispose]: () => server.close(),
    };
  },
};

/** A mock in this process. transports.test.ts shows that one on a socket responds the same. */
export function createMock(options?: MockOptions): Reached {
  const mockFetch = createMockFetch(options);
  return {
    url: 'http://mock.invalid',
    fetch: (path, init) => mockFetch(`http://mock.invalid${path}`, init),
    get requests() {
      return mockFetch.requests;
    },
    reset: mockFetch.reset,
    [Symbol.asyncDispose]: async () => {},
  };
}

export const transports: readonly Transport[] = [
  overSocket,
  { name: 'without a socket', open: async (options) => createMock(options) },
];

/** A mock on a socket. */
export const openServer = (options?: MockOptions): Promise<Reached> => overSocket.open(options);

export const JSON_HEADERS = { authorization: 'Bearer token', 'content-type': 'application/json' };

/** Sends a body as it is; returns status, headers, the JSON that came back and, of an error, its sentences. */
export async function sendTo(
  mock: Reached,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = JSON_HEADERS,
) {
  const response = await mock.fetch(path, { method, headers, ...(body !== undefined && { body }) });
  const json = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields that they expect
  const parsed: any = json === '' ? undefined : JSON.parse(json);
  return { status: response.status, headers: response.headers, body: parsed, errors: parsed?.errors };
}

/** Posts a body, expects success, and returns the response body. */
export async function postAccepted(mock: Reached, path: string, body?: unknown) {
  const response = await sendJson(mock, 'POST', path, body);
  expect(response.body).not.toHaveProperty('errors');
  expect(response.status).toBe(200);
  return response.body;
}

/** Sends a body as JSON with a token. */
export function sendJson(
  mock: Reached,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const json = body === undefined ? undefined : JSON.stringify(body);
  return sendTo(mock, method, path, json, { ...JSON_HEADERS, ...headers });
}

/** Sends bytes that no HTTP client would send, and returns the response. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}
