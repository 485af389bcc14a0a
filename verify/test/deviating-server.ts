import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject } from '../../core/src/util/json.js';
import { createSandboxFetch } from '../../sandbox/src/index.js';

export interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
  /** Sends half of the body and closes the connection. */
  readonly isCut?: boolean;
}

/** The path where the sandbox delivers events. The server changes them and forwards them to the receiver. */
const PASSED_ON = '/pass-on/';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface DeviatingServer extends AsyncDisposable {
  readonly url: string;
  /** Every request from a client, in order of arrival. */
  readonly received: readonly Received[];
  /** Returns the card transactions that hold money, read from the sandbox behind the server. */
  books(): Promise<{ id: number; status: string; amount: number }[]>;
}

/** Changes or replaces a response. `reset` closes the connection after the server acted; `hang` never responds. */
export type Change = (received: Received, reply: Reply) => Changed | Promise<Changed>;
type Changed = Reply | 'reset' | 'hang' | undefined;

export interface ServerOptions {
  /** Called before the server acts. If it returns a reply, the server does nothing. */
  readonly instead?: (received: Received) => Changed | Promise<Changed>;
  /** Called after the server acted. */
  readonly change?: Change;
  /** Changes an event before the server delivers it. */
  readonly event?: (event: Record<string, unknown>) => unknown;
  /** Accepts requests without a token. */
  readonly needsNoToken?: boolean;
}

/** Lists whose items have another name. */
export const ANOTHER_ENVELOPE: ServerOptions = {
  change: (_, reply) =>
    isObject(reply.body) && 'data' in reply.body ? { ...reply, body: { items: reply.body.data } } : undefined,
};

/** Starts a server that obeys the contract except for its options: the sandbox without the headers that identify it. */
export async function startDeviatingServer({
  instead = () => undefined,
  change = () => undefined,
  event: changeEvent = (event) => event,
  needsNoToken = false,
}: ServerOptions = {}): Promise<DeviatingServer> {
  const sandbox = createSandboxFetch({ allowAnyCard: true });
  await sandbox.populate({ customers: 2, transactions: 4, links: 1, subscriptions: 1 });
  const received: Received[] = [];
  const before = new Set<number>();
  // A server on a busy machine may think that a connection has been idle for long.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const reply = await respond(request).catch(
      (error: unknown): Reply => ({ status: 599, body: { error: String(error) } }),
    );
    if (reply === 'reset') return void request.socket.destroy();
    if (reply === 'hang') return;
    const { status, headers = {}, body, isCut } = reply;
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, {
      'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
      ...(isCut ? { 'content-length': `${Buffer.byteLength(text)}` } : {}),
      ...headers,
    });
    if (isCut) response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
    else response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = {
    url,
    received,
    async books() {
      const found: { id: number; status: string; amount: number; payment_method: string }[] = [];
      for (let page = 1; ; page++) {
        const url = `http://sandbox.example/v1/transactions?page=${page}&per_page=100`;
        const { data, last_page: last } = await (
          await sandbox(url, { headers: { authorization: 'Bearer any' } })
        ).json();
        found.push(...data);
        if (page >= last) break;
      }
      return found.filter(
        ({ payment_method: method, status, id }) =>
          method.endsWith('card') && ['paid', 'authorized', 'processing'].includes(status) && !before.has(id),
      );
    },
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  for (const { id } of await own.books()) before.add(id);
  return own;

  async function respond(request: IncomingMessage): Promise<Reply | 'reset' | 'hang'> {
    const { method = 'GET', url: path = '/' } = request;
    const sent = await readBody(request);
    const body: unknown = sent === '' ? undefined : JSON.parse(sent);
    if (path.startsWith(PASSED_ON))
      return passOn(decodeURIComponent(path.slice(PASSED_ON.length)), body as Record<string, unknown>);
    const { authorization } = request.headers;
    const one = { method, path, authorization, body };
    received.push(one);
    const other = await instead(one);
    if (other !== undefined) return other;
    const token = authorization ?? (needsNoToken ? 'Bearer any' : undefined);
    const response = await sandbox(`http://sandbox.example${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: token }),
        ...(sent === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === '' ? {} : { body: JSON.stringify(toBePassedOn(body)) }),
    });
    // The events of a request arrive before its response, so that no run needs to wait for them.
    await sandbox.events.settled();
    const headers = { ...(response.headers.has('retry-after') ? { 'retry-after': '0' } : {}) };
    const reply = { status: response.status, headers, body: withOwnUrls(await response.json()) };
    return (await change(one, reply)) ?? reply;
  }

  /** Returns a registration whose events come to this server first. */
  function toBePassedOn(body: unknown): unknown {
    if (typeof body !== 'object' || body === null || !('url' in body) || !/^https?:/.test(String(body.url)))
      return body;
    return { ...body, url: `${url}${PASSED_ON}${encodeURIComponent(String(body.url))}` };
  }

  /** Sends an event as the gateway would. If the receiver does not confirm it, sends it again. Without a receiver, the URL of a run leads nowhere. */
  async function passOn(receiver: string, event: Record<string, unknown>): Promise<Reply> {
    const attempts = receiver.startsWith('http://127.0.0.1:') ? 2 : 0;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const response = await fetch(receiver, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(changeEvent(event)),
      }).catch(() => undefined);
      if (response?.ok) break;
    }
    return { status: 200, body: {} };
  }

  /** Returns a body with the addresses that the client registered. */
  function withOwnUrls(body: unknown): unknown {
    return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
      key === 'url' && typeof value === 'string' && value.startsWith(url + PASSED_ON)
        ? decodeURIComponent(value.slice(url.length + PASSED_ON.length))
        : value,
    );
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
