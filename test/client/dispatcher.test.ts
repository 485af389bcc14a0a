import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Agent, ProxyAgent } from 'undici';
import { expect, test } from 'vitest';
import { createGatewayClient } from '../../src/index.js';
import { listen } from '../listen.ts';
import { startCountingServer } from './counting-server.ts';

const body = { payment_method: 'pix', amount: 100 } as const;

/** A proxy that counts the connections which it passes on. */
async function startProxy() {
  let count = 0;
  const proxy = createServer().on('connect', (request, socket) => {
    count++;
    const target = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  return { url: await listen(proxy), count: () => count };
}

test('a dispatcher of undici sends the calls, for the client and for a single call', async () => {
  const server = await startCountingServer();
  const proxy = await startProxy();
  const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel: true });
  const { baseUrl, count } = server.at(200);
  const client = createGatewayClient({ baseUrl, accessToken: 'token', dispatcher });
  expect((await client.POST('/v1/transactions', { body })).data).toEqual({ id: 1 });
  expect((await client.GET('/v1/customers')).data).toEqual({ id: 1 });
  expect(proxy.count()).toBeGreaterThan(0);
  const before = proxy.count();
  const own = new Agent({ maxResponseSize: 2 });
  const limited = createGatewayClient({ baseUrl, accessToken: 'token', retries: 0 });
  await expect(limited.POST('/v1/transactions', { body, dispatcher: own })).rejects.toMatchObject({
    code: 'outcome_unknown',
  });
  expect([proxy.count(), count()]).toEqual([before, 3]);
  await Promise.all([dispatcher.destroy(), own.destroy()]);
  await server.close();
});
