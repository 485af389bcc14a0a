import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandboxFetch } from '../../src/sandbox/index.js';

/** The ways a server can deviate from the contract. */
export const DEVIATIONS = [
  'string ids',
  'no token needed',
  '202',
  'new status',
  'html 404',
  'redirect',
  'extra fields',
  'amounts in reais',
  'dates without zone',
  'errors as a map',
  'another envelope',
  'wrong check digits',
  'event without model',
  '500 on unknown id',
  'delete deletes nothing',
] as const;
export type Deviation = (typeof DEVIATIONS)[number];

export interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
  /** Sends half of the body and closes the connection. */
  readonly isCut?: boolean;
  /** Milliseconds to wait after the server acted. */
  readonly delayMs?: number;
}

/** Ids from here on do not exist. */
const UNKNOWN_FROM = 900_000_000;
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
  /** Resolves when the server has forwarded every event. */
  delivered(): Promise<void>;
}

/** Changes or replaces a response. `reset` closes the connection after the server acted; `hang` never responds. */
export type Change = (received: Received, reply: Reply) => Reply | 'reset' | 'hang' | undefined;

export interface ServerOptions {
  /** Called before the server acts. If it returns a reply, the server does nothing. */
  readonly instead?: (received: Received) => Reply | 'reset' | 'hang' | undefined;
  /** Called after the server acted. */
  readonly change?: Change;
  /** Changes an event before the server delivers it. */
  readonly event?: (event: Record<string, unknown>) => unknown;
}

/** Starts a server that obeys the contract except for one deviation: the sandbox without the headers that identify it. */
export async function startDeviatingServer(
  deviation?: Deviation,
  {
    instead = () => undefined,
    change: changeReply = () => undefined,
    event: changeEvent = (event) => event,
  }: ServerOptions = {},
): Promise<DeviatingServer> {
  const sandbox = createSandboxFetch({ allowAnyCard: true });
  await sandbox.populate({ customers: 2, transactions: 4, links: 1, subscriptions: 1 });
  const received: Received[] = [];
  const before = new Set<number>();
  const server = createServer(async (request, response) => {
    const reply = await respond(request).catch(
      (error: unknown): Reply => ({ status: 599, body: { error: String(error) } }),
    );
    if (reply === 'reset') return void request.socket.destroy();
    if (reply === 'hang') return;
    const { status, headers = {}, body, isCut, delayMs } = reply;
    if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
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
    delivered: () => sandbox.events.settled(),
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
    if (path.startsWith(PASSED_ON)) return passOn(decodeURIComponent(path.slice(PASSED_ON.length)), body);
    const { authorization } = request.headers;
    const one = { method, path, authorization, body };
    received.push(one);
    const other = instead(one);
    if (other !== undefined) return other;
    if (deviation === 'html 404' && path.startsWith('/v1/plans')) return { status: 404, body: '<h1>Not Found</h1>' };
    if (deviation === 'redirect' && path.startsWith('/v1/links') && method === 'GET') {
      return { status: 302, headers: { location: 'https://elsewhere.example/login' }, body: {} };
    }
    const token = authorization ?? (deviation === 'no token needed' ? 'Bearer any' : undefined);
    const ids = path.replace(/\?.*/, '').split('/').map(Number);
    if (token !== undefined && deviation === '500 on unknown id' && ids.some((id) => id >= UNKNOWN_FROM))
      return { status: 500, body: { errors: ['internal error'] } };
    if (token !== undefined && deviation === 'delete deletes nothing' && method === 'DELETE')
      return { status: 200, body: { id: ids.at(-1), deleted: true } };
    const response = await sandbox(`http://sandbox.example${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: token }),
        ...(sent === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === '' ? {} : { body: JSON.stringify(toBePassedOn(body)) }),
    });
    const isCreation = method === 'POST' && response.ok && deviation === '202' && path === '/v1/transactions';
    const headers = { ...(response.headers.has('retry-after') ? { 'retry-after': '0' } : {}) };
    const reply = { status: isCreation ? 202 : response.status, headers, body: deviated(await response.json()) };
    return changeReply(one, reply) ?? reply;
  }

  /** Returns a registration whose events come to this server first. */
  function toBePassedOn(body: unknown): unknown {
    if (typeof body !== 'object' || body === null || !('url' in body) || !/^https?:/.test(String(body.url)))
      return body;
    return { ...body, url: `${url}${PASSED_ON}${encodeURIComponent(String(body.url))}` };
  }

  /** Sends an event as the gateway would. If the receiver does not confirm it, sends it again. */
  async function passOn(receiver: string, event: unknown): Promise<Reply> {
    const whole = deviated(event) as Record<string, unknown>;
    if (deviation === 'event without model') delete whole.model;
    for (let attempt = 0; attempt < 2; attempt++) {
      const response = await fetch(receiver, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(changeEvent(whole)),
      }).catch(() => undefined);
      if (response?.ok) break;
    }
    return { status: 200, body: {} };
  }

  function deviated(body: unknown): unknown {
    return JSON.parse(JSON.stringify(body), function (this: Record<string, unknown>, key: string, value: unknown) {
      return change(key, value, this);
    });
  }

  function change(key: string, value: unknown, around: Record<string, unknown>): unknown {
    if (key === 'url' && typeof value === 'string' && value.startsWith(url + PASSED_ON))
      return decodeURIComponent(value.slice(url.length + PASSED_ON.length));
    if (deviation === 'string ids' && key === 'id' && typeof value === 'number') return String(value);
    if (deviation === 'new status' && key === 'status' && 'payment_method' in around) return 'under_review';
    if (deviation === 'extra fields' && key === 'pix_additional_fields') around.nsu = '000123';
    if (
      deviation === 'amounts in reais' &&
      /amount$|unit_price/.test(key) &&
      typeof value === 'number' &&
      !isSimulation(around)
    )
      return value / 100;
    if (deviation === 'dates without zone' && /_at$/.test(key) && typeof value === 'string')
      return value.replace(/Z$/, '');
    if (deviation === 'errors as a map' && key === 'errors' && Array.isArray(value)) return { request: value };
    if (deviation === 'another envelope' && isPage(value))
      return { items: value.data, meta: { page: value.current_page } };
    if (deviation === 'wrong check digits' && key === 'pix_qr_code' && typeof value === 'string')
      return `${value.slice(0, -4)}0000`;
    if (deviation === 'wrong check digits' && key === 'barcode_line' && typeof value === 'string')
      return `${value.slice(0, 9)}${(Number(value[9]) + 1) % 10}${value.slice(10)}`;
    return value;
  }
}

function isSimulation(around: Record<string, unknown>): boolean {
  return 'mdr' in around || 'antecipationRate' in around;
}

function isPage(value: unknown): value is { data: unknown[]; current_page: number } {
  return typeof value === 'object' && value !== null && 'data' in value && 'current_page' in value;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
