import { afterAll, beforeEach } from 'vitest';
import { createSandboxFetch, type Sandbox, type SandboxOptions, startSandbox } from '../src/index.ts';

/** A sandbox with its `fetch`: the global one over a socket, or the sandbox itself. */
export interface Entered extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** Opens a sandbox that listens on a port. */
export async function overSocket(options?: SandboxOptions): Promise<Entered> {
  const sandbox = await startSandbox({ port: 0, ...options });
  return { sandbox, url: sandbox.url, fetch, [Symbol.asyncDispose]: () => sandbox.close() };
}

/** Opens a sandbox without a socket, which is quicker. */
export async function inProcess(options?: SandboxOptions): Promise<Entered> {
  const sandbox = createSandboxFetch(options);
  return { sandbox, url: 'http://gateway.example', fetch: sandbox, [Symbol.asyncDispose]: () => sandbox.close() };
}

/** Both, for behavior that may differ. */
export const entrances: readonly { readonly name: string; readonly open: typeof overSocket }[] = [
  { name: 'over a socket', open: overSocket },
  { name: 'without a socket', open: inProcess },
];

/** Opens a sandbox for all tests of a file or block. It is empty before each test. */
export async function shared(open: typeof overSocket, options?: SandboxOptions): Promise<Entered> {
  const entered = await open(options);
  beforeEach(() => entered.sandbox.reset());
  afterAll(() => entered[Symbol.asyncDispose]());
  return entered;
}

/** A response with its body. */
export interface Told {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field
  readonly body: any;
}

export async function send(
  { url, fetch }: Pick<Entered, 'url' | 'fetch'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Told> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: 'Bearer test-token', 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

export const PIX = { amount: 15_990, payment_method: 'pix', async: true } as const;

export const APPROVED_CARD = {
  card_number: '4111111111111111',
  card_holder_name: 'ANA SOUZA',
  card_expiration_date: '1239',
  card_cvv: '123',
};
