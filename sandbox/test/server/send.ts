import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { createStub, type Stub, type StubOptions, startStub } from '../../../test/stub-server.ts';
import { createSandboxFetch } from '../../src/index.js';

export interface Transport {
  name: string;
  open(options?: StubOptions): Promise<Stub>;
}

export const transports: readonly Transport[] = [
  { name: 'over a socket', open: (options) => startStub(options) },
  { name: 'without a socket', open: async (options) => createStub(options) },
];

/** Returns a sandbox in this process, for what a rule must answer. */
export function openSandbox(options: Parameters<typeof createSandboxFetch>[0] = {}) {
  const sandbox = createSandboxFetch({ log: 'silent', ...options });
  return {
    fetch: (path: string, init?: RequestInit) => sandbox(`http://sandbox.test${path}`, init),
    snapshot: () => sandbox.snapshot(),
    get requests() {
      return sandbox.requests;
    },
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

export const JSON_HEADERS = { authorization: 'Bearer token', 'content-type': 'application/json' };

/** Sends a body as it is; returns status, headers, warnings, the JSON that came back and, of an error, its sentences. */
export async function sendTo(
  stub: Pick<Stub, 'fetch'>,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = JSON_HEADERS,
) {
  const response = await stub.fetch(path, { method, headers, ...(body !== undefined && { body }) });
  const json = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields that they expect
  const parsed: any = json === '' ? undefined : JSON.parse(json);
  const { status, headers: received } = response;
  const warnings = received.get('x-sandbox-warning')?.split(', ').map(decodeURIComponent) ?? [];
  return { status, headers: received, warnings, body: parsed, errors: parsed?.errors };
}

/** Posts a body, expects success, and returns the response body. */
export async function postAccepted(stub: Pick<Stub, 'fetch'>, path: string, body?: unknown) {
  const response = await sendJson(stub, 'POST', path, body);
  expect(response.body).not.toHaveProperty('errors');
  expect(response.status).toBe(200);
  return response.body;
}

/** Sends a body as JSON with a token. */
export function sendJson(
  stub: Pick<Stub, 'fetch'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const json = body === undefined ? undefined : JSON.stringify(body);
  return sendTo(stub, method, path, json, { ...JSON_HEADERS, ...headers });
}

/** Sends bytes that no HTTP client would send, and returns the response. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}
