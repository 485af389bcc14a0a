import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Stub, startStub } from '../../../test/stub-server.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function open(stub: Stub): Promise<Socket> {
  const socket = connect(Number(new URL(stub.url).port), '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const ask = (stub: Stub) =>
  fetch(`${stub.url}/v1/customers/1`, { headers: { authorization: 'Bearer token' } }).then(({ status }) => status);

test('200 clients that send a byte now and then do not delay others, and get a 408', async () => {
  await using stub = await startStub({ port: 0, requestTimeout: 1_500 });
  const slow = await Promise.all(Array.from({ length: 200 }, () => open(stub)));
  const responses = slow.map((socket) => text(socket).catch(() => ''));
  const started = performance.now();
  const head =
    'POST /v1/transactions HTTP/1.1\r\nhost: stub\r\nx-slow: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy';
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
  expect(await ask(stub)).toBe(200);

  const refused = await Promise.all(responses);
  expect(performance.now() - started).toBeLessThan(60_000);
  expect(
    refused.filter((response) =>
      /^HTTP\/1\.1 408 [\s\S]*\{"errors":\["request: did not arrive in time"\]\}$/.test(response),
    ),
  ).toHaveLength(200);
  expect(await ask(stub)).toBe(200);
  await dripping;
});

test('500 idle connections do not affect others, or delay the shutdown', async () => {
  const stub = await startStub({ port: 0 });
  const idle = await Promise.all(Array.from({ length: 500 }, () => open(stub)));
  for (let i = 0; i < 50; i++) expect(await ask(stub)).toBe(200);
  expect(idle.every((socket) => !socket.destroyed)).toBe(true);

  const started = performance.now();
  await stub.close();
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('close finishes pending responses, ends stalled ones, and can be called twice', async () => {
  const stub = await startStub({ port: 0, latency: 200 });
  // Node's server answers this header as soon as it has the request.
  const headers = { authorization: 'Bearer token', expect: '100-continue' };
  const pending = get(`${stub.url}/v1/customers/1`, { headers });
  const stalled = get(`${stub.url}/v1/customers/1`, { headers: { ...headers, 'x-sandbox-fault': 'stall' } });
  const response = once(pending, 'response');
  const lost = expect(once(stalled, 'response')).rejects.toThrow('socket hang up');
  await Promise.all([pending, stalled].map((request) => once(request, 'continue')));
  const closing = [stub.close(), stub.close()];
  expect((await response)[0].resume().statusCode).toBe(200);
  await lost;
  await Promise.all(closing);
  await expect(ask(stub)).rejects.toThrow('fetch failed');
});
