import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type MockServer, startMockServer } from '../../src/mock/index.js';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function open(mock: MockServer): Promise<Socket> {
  const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const ask = (mock: MockServer) =>
  fetch(`${mock.url}/v1/customers/1`, { headers: { authorization: 'Bearer token' } }).then(({ status }) => status);

test('200 clients that send a byte now and then do not delay others, and get a 408', async () => {
  await using mock = await startMockServer({ port: 0, requestTimeout: 1_500 });
  const slow = await Promise.all(Array.from({ length: 200 }, () => open(mock)));
  const responses = slow.map((socket) => text(socket).catch(() => ''));
  const started = performance.now();
  const head =
    'POST /v1/transactions HTTP/1.1\r\nhost: mock\r\nx-slow: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy';
  const drip = async () => {
    for (const byte of head) {
      // A byte after the 408 would reset the connection. The turn lets a client see a 408 that is there.
      await setImmediate();
      for (const socket of slow) if (socket.writable && socket.bytesRead === 0) socket.write(byte);
      await sleep(50);
    }
  };
  const dripping = drip();
  await sleep(200);
  expect(await ask(mock)).toBe(200);

  const refused = await Promise.all(responses);
  expect(performance.now() - started).toBeLessThan(60_000);
  expect(
    refused.filter((response) =>
      /^HTTP\/1\.1 408 [\s\S]*\{"errors":\["request: did not arrive in time"\]\}$/.test(response),
    ),
  ).toHaveLength(200);
  expect(await ask(mock)).toBe(200);
  await dripping;
});

test('a body that never ends gets a 408 too', async () => {
  await using mock = await startMockServer({ port: 0, requestTimeout: 1_000 });
  const socket = await open(mock);
  const response = text(socket);
  socket.write('POST /v1/cards HTTP/1.1\r\nhost: mock\r\ncontent-length: 100\r\n\r\n{');
  expect(await response).toMatch(/^HTTP\/1\.1 408 /);
});

test('500 idle connections do not affect others, or delay the shutdown', async () => {
  const mock = await startMockServer({ port: 0 });
  const idle = await Promise.all(Array.from({ length: 500 }, () => open(mock)));
  for (let i = 0; i < 50; i++) expect(await ask(mock)).toBe(200);
  expect(idle.every((socket) => !socket.destroyed)).toBe(true);

  const started = performance.now();
  await mock.close();
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('close finishes pending responses, ends stalled ones, and can be called twice', async () => {
  const mock = await startMockServer({ port: 0, latency: 200 });
  // Node's server answers this header as soon as it has the request.
  const headers = { authorization: 'Bearer token', expect: '100-continue' };
  const pending = get(`${mock.url}/v1/customers/1`, { headers });
  const stalled = get(`${mock.url}/v1/customers/1`, { headers: { ...headers, 'x-sandbox-fault': 'stall' } });
  const response = once(pending, 'response');
  const lost = expect(once(stalled, 'response')).rejects.toThrow('socket hang up');
  await Promise.all([pending, stalled].map((request) => once(request, 'continue')));
  const closing = [mock.close(), mock.close()];
  expect((await response)[0].resume().statusCode).toBe(200);
  await lost;
  await Promise.all(closing);
  await expect(ask(mock)).rejects.toThrow('fetch failed');
});
