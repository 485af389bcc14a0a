import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMockFetch } from '../../src/mock/index.js';

/** The ways in which a server can differ from the contract, each by one name. */
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

interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

/** What is created here is kept. Transactions and links are among it; look-ups are not. */
const CREATES = /^\/v1\/(transactions|links|customers|plans|prices|webhooks)$/;
/** No resource has an id from here on. */
const UNKNOWN_FROM = 900_000_000;

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface DeviatingServer extends AsyncDisposable {
  readonly url: string;
  /** Every request that arrived, in order. */
  readonly received: readonly Received[];
}

/**
 * A server that obeys the contract, but for one deviation: the mock's responses with a little memory (what was deleted is
 * gone, high ids are unknown), without the mock's own headers. Events go to the addresses that are registered with POST /v1/webhooks.
 */
export async function startDeviatingServer(deviation?: Deviation): Promise<DeviatingServer> {
  const mock = createMockFetch({ allowAnyCard: true });
  const deleted = new Set<string>();
  /** By path: what was created here. */
  const kept = new Map<string, Record<string, unknown>>();
  const keys = new Set<unknown>();
  let nextId = 50_000;
  const receivers = new Set<string>();
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const {
      status,
      headers = {},
      body,
    } = await respond(request).catch((error: unknown): Reply => ({ status: 599, body: { error: String(error) } }));
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, {
      'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
      ...headers,
    });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function respond(request: IncomingMessage): Promise<Reply> {
    const { method = 'GET', url: path = '/' } = request;
    const sent = await readBody(request);
    const body: unknown = sent === '' ? undefined : JSON.parse(sent);
    const { authorization } = request.headers;
    received.push({ method, path, authorization, body });
    if (path.startsWith('/v1/') && deviation === 'html 404' && path.startsWith('/v1/plans'))
      return { status: 404, body: '<h1>Not Found</h1>' };
    if (deviation === 'redirect' && path.startsWith('/v1/links') && method === 'GET') {
      return { status: 302, headers: { location: 'https://elsewhere.example/login' }, body: {} };
    }
    const resource = path.replace(/\?.*/, '');
    if (authorization !== undefined || deviation === 'no token needed') {
      const isUnknown = resource.split('/').some((part) => Number(part) >= UNKNOWN_FROM);
      if (isUnknown && deviation === '500 on unknown id') return { status: 500, body: { errors: ['internal error'] } };
      if (isUnknown || deleted.has(resource)) return { status: 404, body: deviated({ errors: ['not found'] }) };
    }
    const stored = kept.get(resource);
    if (authorization !== undefined && stored && method === 'GET') return { status: 200, body: deviated(stored) };
    if (authorization !== undefined && stored && method === 'PUT') {
      Object.assign(stored, body);
      return { status: 200, body: deviated(stored) };
    }
    const { reference_key: key } = (body ?? {}) as { reference_key?: string };
    if (method === 'POST' && key !== undefined && keys.has(key))
      return { status: 422, body: deviated({ errors: ['reference_key: was used before'] }) };
    if (key !== undefined) keys.add(key);
    const response = await mock(`http://mock.example${path}`, {
      method,
      headers: {
        ...(authorization !== undefined || deviation === 'no token needed'
          ? { authorization: authorization ?? 'Bearer any' }
          : {}),
        ...(sent === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === '' ? {} : { body: sent }),
    });
    const returned = (await response.json()) as Record<string, unknown>;
    if (method === 'POST' && response.ok && CREATES.test(resource))
      keep(resource, returned, (body ?? {}) as Record<string, unknown>);
    if (method === 'DELETE' && response.ok && deviation !== 'delete deletes nothing') {
      deleted.add(resource);
      kept.delete(resource);
    }
    if (method === 'POST' && path === '/v1/webhooks' && response.ok)
      receivers.add(String((body as { url: string }).url));
    if (method === 'POST' && path === '/v1/customers' && response.ok)
      void deliver('customer.created', 'customers', returned);
    if (method === 'POST' && path === '/v1/links' && response.ok) void deliver('link.created', 'links', returned);
    const isCreation =
      method === 'POST' && response.status === 200 && deviation === '202' && path === '/v1/transactions';
    return { status: isCreation ? 202 : response.status, body: deviated(returned) };
  }

  /** The mock returns the id of its example each time, and the customer too when none was sent. */
  function keep(collection: string, returned: Record<string, unknown>, sent: Record<string, unknown>): void {
    returned.id = nextId++;
    if (collection === '/v1/transactions')
      for (const field of ['customer', 'billing']) if (!(field in sent)) delete returned[field];
    kept.set(`${collection}/${returned.id}`, returned);
  }

  /** An event as the gateway would send it, and once more when it was not confirmed. */
  async function deliver(event: string, model: string, payload: unknown): Promise<void> {
    const { id } = payload as { id: number };
    const whole = {
      event,
      ...(deviation === 'event without model' ? {} : { model }),
      model_id: String(id),
      payload: deviated(payload),
    };
    for (const receiver of receivers) {
      for (let attempt = 0; attempt < 2; attempt++) {
        const response = await fetch(receiver, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(whole),
        }).catch(() => undefined);
        if (response?.ok) break;
      }
    }
  }

  function deviated(body: unknown): unknown {
    return JSON.parse(JSON.stringify(body), function (this: Record<string, unknown>, key: string, value: unknown) {
      return change(key, value, this);
    });
  }

  function change(key: string, value: unknown, around: Record<string, unknown>): unknown {
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
