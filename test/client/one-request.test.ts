import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createGatewayClient, type GatewayClientOptions } from '../../src/index.js';
import { baseUrl, shop } from './observed-fetch.ts';

// Frameworks, mocks and instrumentation replace the global fetch, and many read only its first argument.

const body = { payment_method: 'pix', amount: 100 } as const;

/** Replaces the global fetch, and returns the arguments of its calls. */
function replaceFetch(replacement: (request: Request, original: typeof fetch) => Promise<Response>) {
  const original = globalThis.fetch;
  return vi.spyOn(globalThis, 'fetch').mockImplementation((input) => replacement(input as Request, original));
}
afterEach(() => vi.restoreAllMocks());

/** Creates a client without an option `fetch`. */
const plain = (options: Partial<GatewayClientOptions> = {}) =>
  createGatewayClient({ baseUrl, accessToken: 'token', retryDelayMs: 0, ...options });

test('a replaced global fetch can read the body of a POST from its only argument', async () => {
  const spy = replaceFetch(async (request) => Response.json({ id: 1, sent: await request.clone().text() }));
  expect((await plain().POST('/v1/transactions', { body })).data).toEqual({ id: 1, sent: JSON.stringify(body) });
  expect(spy.mock.calls.map(({ length }) => length)).toEqual([1]);
});

test('each attempt has a separate, complete request', async () => {
  const sent: unknown[] = [];
  replaceFetch(async (request) => {
    sent.push([request.headers.get('authorization'), await request.text()]);
    return Response.json({ id: 1 }, { status: sent.length === 1 ? 401 : 200 });
  });
  const client = plain({ accessToken: ({ refresh }) => (refresh ? 'fresh' : 'stale') });
  expect((await client.POST('/v1/transactions', { body })).data).toEqual({ id: 1 });
  expect(sent).toEqual([
    ['Bearer stale', JSON.stringify(body)],
    ['Bearer fresh', JSON.stringify(body)],
  ]);
});

test('a cache that takes the address and the headers of the first argument for its key keeps two tokens apart', async () => {
  const cache = new Map<string, string>();
  replaceFetch(async (request) => {
    const key = JSON.stringify([request.url, ...request.headers]);
    if (!cache.has(key)) cache.set(key, JSON.stringify({ owner: request.headers.get('authorization') }));
    return new Response(cache.get(key));
  });
  const owners = [];
  for (const accessToken of ['a', 'b', 'a'])
    owners.push((await plain({ accessToken }).GET('/v1/customers', { next: { revalidate: 60 } } as never)).data);
  expect(owners).toEqual([{ owner: 'Bearer a' }, { owner: 'Bearer b' }, { owner: 'Bearer a' }]);
});

describe('keys that only frameworks and engines know', () => {
  const next = { revalidate: 60 };
  const keysOf = (request?: Request) => (request as { next?: unknown } | undefined)?.next;

  test.each([
    ['of a call', {}, { next }],
    ['of the client', { next }, {}],
  ])('%s reach fetch, also if middleware copies the request', async (_, ofClient, ofCall) => {
    for (const copies of [false, true]) {
      const { client, requests } = shop(ofClient as object, new Response(null, { status: 503 }), Response.json({}));
      if (copies) client.use({ onRequest: ({ request }) => new Request(request) });
      await client.GET('/v1/customers', ofCall as never);
      expect(requests.map(keysOf)).toEqual([next, next]);
    }
  });

  test('that middleware adds reach fetch, too', async () => {
    const { client, requests } = shop();
    client.use({ onRequest: ({ request }) => void Object.assign(request, { next }) });
    await client.GET('/v1/customers');
    expect(requests.map(keysOf)).toEqual([next]);
  });

  test('include the dispatcher, which gets every attempt', async () => {
    const dispatched: unknown[] = [];
    const dispatcher = {
      dispatch(options: { path: string }) {
        dispatched.push(options.path);
        throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
      },
    };
    for (const [ofClient, ofCall] of [[{ dispatcher }, {}] as const, [{}, { dispatcher }] as const]) {
      dispatched.length = 0;
      const call = plain(ofClient as object).POST('/v1/transactions', { body, ...(ofCall as object) });
      await expect(call).rejects.toMatchObject({ name: 'GatewayConnectionError' });
      expect(dispatched).toEqual(Array(3).fill('/v1/transactions'));
    }
  });
});

describe('the mode of the cache', () => {
  const ofCall = async (call: (client: ReturnType<typeof plain>) => unknown) => {
    const { client, requests } = shop({}, Response.json({ id: 1 }));
    await call(client);
    return requests[0]?.cache;
  };
  const params = { path: { id: 1 } };

  test.each([
    ['nothing', {}],
    ['next', { next: { revalidate: 60 } }],
    ['cache', { cache: 'force-cache' }],
  ])('of a call that writes is no-store, with the option %s [S75]', async (_, options) => {
    const given = options as object;
    expect(await ofCall((client) => client.POST('/v1/transactions', { body, ...given }))).toBe('no-store');
    expect(await ofCall((client) => client.PUT('/v1/plans/{id}', { params, body: {}, ...given }))).toBe('no-store');
    expect(await ofCall((client) => client.DELETE('/v1/customers/{id}', { params, ...given }))).toBe('no-store');
  });

  test.each([
    ['nothing', {}, 'no-store'],
    ['next', { next: { revalidate: 60 } }, 'default'],
    ['cache', { cache: 'force-cache' }, 'force-cache'],
  ])('of a GET with %s is what you choose, or no-store', async (_, options, mode) => {
    expect(await ofCall((client) => client.GET('/v1/customers', options as object))).toBe(mode);
  });
});

describe('a wrapper that builds its own request from the address, the headers and the text', () => {
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      arrived.push(`${request.method} ${request.headers.authorization}`);
      response.writeHead(Number(request.url?.split('/')[1]), { 'content-type': 'application/json' }).end('{"id":1}');
    });
  });
  let address = '';
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  test.each([
    [200, 'data'],
    [421, 'GatewayOutcomeUnknownError'],
  ])('sends a POST once, also if the response is %i', async (status, expected) => {
    replaceFetch(async (request, original) => {
      const { url, method, headers, signal } = request;
      return original(url, { method, headers, signal, body: await request.text() });
    });
    arrived.length = 0;
    const client = plain({ baseUrl: `${address}/${status}` });
    const outcome = await client.POST('/v1/transactions', { body }).then(
      () => 'data',
      ({ name }) => name,
    );
    expect([outcome, arrived]).toEqual([expected, ['POST Bearer token']]);
  });
});
