/** The servers that must behave as the source document says: the sandbox, and Prism without changes. */
import { inject } from 'vitest';
import { startSandbox } from '../../sandbox/src/index.js';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Without a value, the request has a token. */
  readonly authorization?: string | null;
  readonly contentType?: string;
  /** The example that Prism must return. The other servers choose by the request. */
  readonly example?: string;
}

export interface Received {
  readonly status: number;
  readonly contentType: string | null;
  readonly warning: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields that the document names
  readonly body: any;
}

export interface Served extends AsyncDisposable {
  send(sent: Sent): Promise<Received>;
}

type Options = { readonly anonymous?: boolean };

export const served: readonly {
  readonly name: 'sandbox' | 'Prism';
  open(options?: Options): Promise<Served>;
}[] = [
  { name: 'sandbox', open: async (options) => reached(await startSandbox({ port: 0, log: 'silent', ...options })) },
  { name: 'Prism', open: async () => ofPrism(inject('prismUrl')) },
];

function reached({ url, close }: { url: string; close(): Promise<void> }): Served {
  return { send: ({ example: _, ...sent }) => send(url, sent), [Symbol.asyncDispose]: close };
}

function ofPrism(url: string): Served {
  return { send: (sent) => send(url, sent), [Symbol.asyncDispose]: async () => {} };
}

async function send(url: string, sent: Sent): Promise<Received> {
  const { method, path, body, authorization = 'Bearer token', contentType = 'application/json', example } = sent;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': contentType }),
      ...(example === undefined ? {} : { prefer: `example=${example}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    warning: response.headers.get('x-sandbox-warning'),
    body: text === '' ? undefined : JSON.parse(text),
  };
}
