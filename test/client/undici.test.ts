/** The dispatchers of npm's undici below Node's own `fetch`, as tests and proxies of companies use them. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import {
  type Dispatcher,
  getGlobalDispatcher,
  MockAgent,
  ProxyAgent,
  setGlobalDispatcher,
  fetch as undiciFetch,
} from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGatewayClient } from '../../src/index.js';
import { startCountingServer } from './counting-server.ts';

const BODY = { amount: 1000, payment_method: 'pix' } as const;
const cancel = { params: { path: { id: 7 } } };

let original: Dispatcher;
beforeEach(() => {
  original = getGlobalDispatcher();
});
afterEach(() => setGlobalDispatcher(original));

describe('MockAgent', () => {
  test('matches the body and the token of a POST', async () => {
    const agent = new MockAgent();
    agent.disableNetConnect();
    const bodies: unknown[] = [];
    const pool = agent.get('http://gateway.test');
    const headers = { authorization: 'Bearer merchant-a' };
    const body = (text: string) => bodies.push(JSON.parse(text)) > 0;
    const reply = { headers: { 'content-type': 'application/json' } };
    pool.intercept({ path: '/v1/transactions', method: 'POST', headers, body }).reply(200, { id: 1 }, reply);
    pool.intercept({ path: '/v1/subscriptions/7/cancel', method: 'POST', headers }).reply(200, { id: 7 }, reply);
    setGlobalDispatcher(agent);
    const client = createGatewayClient({ baseUrl: 'http://gateway.test', accessToken: 'merchant-a' });

    const created = await client.POST('/v1/transactions', { body: BODY });
    const canceled = await client.POST('/v1/subscriptions/{id}/cancel', cancel);

    expect([created.error, created.data?.id, canceled.error, canceled.data?.id]).toEqual([undefined, 1, undefined, 7]);
    expect(new Set(bodies.map((sent) => JSON.stringify(sent)))).toEqual(new Set([JSON.stringify(BODY)]));
    expect(agent.pendingInterceptors()).toEqual([]);
    await agent.close();
  });
});

describe('ProxyAgent', () => {
  test.each([200, 401, 421, 503])('sends a POST that gets %i as often as without a proxy', async (status) => {
    const server = await startCountingServer();
    await using proxy = await startProxy();
    const agent = new ProxyAgent(proxy.url);
    const counts = [];
    for (const dispatcher of [original, agent]) {
      setGlobalDispatcher(dispatcher);
      for (const hasBody of [true, false]) {
        const place = server.at(status);
        const client = createGatewayClient({ baseUrl: place.baseUrl, accessToken: async () => 'token' });
        await (hasBody
          ? client.POST('/v1/transactions', { body: BODY })
          : client.POST('/v1/subscriptions/{id}/cancel', cancel)
        ).catch(() => {});
        counts.push(place.count());
      }
    }
    const [withBody, without] = counts;

    expect(counts).toEqual([withBody, without, withBody, without]);
    expect(withBody).toBe(status === 401 ? 2 : 1);
    expect(proxy.count()).toBeGreaterThan(0);
    await agent.close();
    await server.close();
  });
});

/** Starts a proxy that opens tunnels and forwards plain requests. */
async function startProxy() {
  let count = 0;
  const server = createServer((incoming: IncomingMessage, response) => {
    count++;
    const { method, headers } = incoming;
    const onward = request(incoming.url ?? '', { method: method ?? 'GET', headers }, (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
    });
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket, head) => {
    count++;
    const [host, port] = String(incoming.url).split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test.each(['GET', 'POST'])(
  'a %s through a function that gives its Request to undici.fetch says that nothing was sent',
  async (method) => {
    const server = await startCountingServer();
    const { baseUrl, count } = server.at(200);
    const fetch = async (request: Request) => (await undiciFetch(request as never)) as unknown as Response;
    const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch, retries: 0 });
    const call = method === 'GET' ? client.GET('/v1/customers') : client.POST('/v1/transactions', { body: BODY });
    await expect(call).rejects.toMatchObject({
      name: 'GatewayConnectionError',
      message: expect.stringContaining('cannot read the global Request; pass dispatcher instead'),
    });
    expect(count()).toBe(0);
    await server.close();
  },
);

test('an address that a function cannot read after it sent the POST leaves the outcome open', async () => {
  const fetch = async (request: Request) => {
    await globalThis.fetch(request);
    return globalThis.fetch('no address');
  };
  const server = await startCountingServer();
  const client = createGatewayClient({ baseUrl: server.at(200).baseUrl, accessToken: 'token', fetch });
  await expect(client.POST('/v1/transactions', { body: BODY })).rejects.toMatchObject({
    name: 'GatewayOutcomeUnknownError',
  });
  await server.close();
});
