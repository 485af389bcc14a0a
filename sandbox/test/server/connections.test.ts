import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { some } from '../../../test/property-runs.ts';
import { type Stub, startStub } from '../../../test/stub-server.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function open(stub: Stub): Promise<Socket> {
  const socket = connect({ port: Number(new URL(stub.url).port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const HEADERS = 'host: stub\r\nauthorization: Bearer token\r\ncontent-type: application/json\r\n';

async function isAlive(stub: Stub): Promise<boolean> {
  const response = await fetch(`${stub.url}/v1/cards`, { headers: { authorization: 'Bearer token' } });
  return response.status === 200;
}

describe('a connection that is reset', () => {
  // An error event without a listener would fail this file, because Vitest reports uncaught errors.
  const RESETS = [
    ['after CONNECT', 'CONNECT gateway:443 HTTP/1.1\r\n\r\n'],
    ['after an upgrade', `GET /v1/cards HTTP/1.1\r\n${HEADERS}connection: upgrade\r\nupgrade: websocket\r\n\r\n`],
    ['after bytes that are not HTTP', 'hello\r\n\r\n'],
    ['in the middle of a body', `POST /v1/cards HTTP/1.1\r\n${HEADERS}content-length: 100\r\n\r\n{"a"`],
    ['before its response is read', `GET /openapi.json HTTP/1.1\r\n${HEADERS}\r\n`.repeat(20)],
    ['while it is stalled', `GET /v1/cards HTTP/1.1\r\n${HEADERS}x-sandbox-fault: stall\r\n\r\n`],
  ];
  test.each(some(RESETS))('%s does not affect other connections', async (_, bytes) => {
    await using stub = await startStub();
    for (let i = 0; i < 10; i++) {
      const socket = await open(stub);
      socket.write(bytes);
      await sleep(i % 5);
      socket.resetAndDestroy();
    }
    await sleep(50);
    expect(await isAlive(stub)).toBe(true);
  });
});

describe('a connection that hangs', () => {
  test.each([
    ['says nothing', ''],
    ['sends a part of a body that is read', `POST /v1/cards HTTP/1.1\r\n${HEADERS}content-length: 9\r\n\r\n{`],
    [
      'waits for leave to go on and stays',
      `POST /v1/cards HTTP/1.1\r\n${HEADERS}expect: 100-continue\r\ncontent-length: 9\r\n\r\n`,
    ],
    ['stays half open', 'CONNECT gateway:443 HTTP/1.1\r\n\r\n'],
  ])('and %s is closed after the time-out', async (_, bytes) => {
    await using stub = await startStub({ requestTimeout: 300 });
    const socket = await open(stub);
    socket.write(bytes);
    expect(await text(socket)).toMatch(/HTTP\/1\.1 40[58] /);
  });

  test('and does not read its response is also closed', async () => {
    await using stub = await startStub({ requestTimeout: 500 });
    const socket = await open(stub);
    socket.pause();
    // More than the buffers of both sides can hold.
    socket.write(`GET /openapi.json HTTP/1.1\r\n${HEADERS}\r\n`.repeat(60));
    const isClosed = () => {
      // A socket that does not read learns of the end when it writes.
      socket.write('x');
      return socket.destroyed;
    };
    await expect.poll(isClosed).toBe(true);
    const received = await text(socket).catch(() => 'reset');
    expect(received.length).toBeLessThan(20_000_000);
    expect(received === 'reset' || !received.endsWith('}\n')).toBe(true);
    expect(await isAlive(stub)).toBe(true);
  });
});

describe('a connection that sends many requests at once', () => {
  const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HEADERS}${headers}\r\n`;
  const last = `GET /v1/cards HTTP/1.1\r\n${HEADERS}connection: close\r\n\r\n`;
  const statusesOf = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

  test.each([
    ['/openapi.json', '200'],
    ['/v1/nothing', '404'],
    ['/v1/transactions', '200'],
  ])('receives a response to each, in order: %s', async (path, status) => {
    await using stub = await startStub();
    const socket = await open(stub);
    socket.write(get(path).repeat(20) + last);
    expect(statusesOf(await text(socket))).toEqual([...Array(20).fill(status), '200']);
  });

  test('is served one request at a time', async () => {
    await using stub = await startStub();
    const socket = await open(stub);
    socket.write(get('/v1/cards', 'x-sandbox-fault: latency=300\r\n') + get('/v1/customers').repeat(99) + last);
    expect(statusesOf(await text(socket))).toHaveLength(101);
    // None of the others was served while the first one waited.
    const served = ['listCards', ...Array(99).fill('listCustomers'), 'listCards'];
    expect(stub.requests.map(({ operationId }) => operationId)).toEqual(served);
  });

  test('is read only as far as the server can respond', { tags: 'long' }, async () => {
    await using stub = await startStub();
    const socket = await open(stub);
    socket.resume();
    const large = get('/v1/cards', `x-note: ${'x'.repeat(15_000)}\r\n`);
    // More than the buffers of both sides can hold.
    socket.write(get('/v1/cards', 'x-sandbox-fault: latency=60000\r\n') + large.repeat(1_500));
    await sleep(1_000);
    expect(socket.writableLength).toBeGreaterThan(0);
    expect(await isAlive(stub)).toBe(true);
  });

  test('and is reset: the waiting requests are not carried out', async () => {
    // On a busy machine, the first response may leave before the reset. Then it waits longer.
    for (const latency of [200, 2_000, 20_000]) {
      await using stub = await startStub();
      const socket = await open(stub);
      const sent = performance.now();
      socket.write(get('/v1/cards', `x-sandbox-fault: latency=${latency}\r\n`) + get('/v1/customers').repeat(20));
      await sleep(50);
      socket.resetAndDestroy();
      const isInTime = performance.now() - sent < latency / 2;
      await expect.poll(() => stub.requests.length).toBeGreaterThan(0);
      if (!isInTime) continue;
      await sleep(100);
      expect(stub.requests).toHaveLength(1);
      return;
    }
    throw new Error('the machine is too busy to reset a connection within 10 seconds');
  });
});

describe('a failure inside the server', () => {
  const unwritable = {
    toJSON() {
      throw new Error('this secret stays inside');
    },
  };

  test('while it writes a response is a 500 with an error message', async () => {
    await using stub = await startStub({}, { respond: () => ({ status: 200, headers: {}, body: unwritable }) });
    for (let i = 0; i < 2; i++) {
      const response = await stub.fetch('/v1/cards', { headers: { authorization: 'Bearer token' } });
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ errors: ['this server failed; please report this request'] });
    }
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('full'))],
  ])('in a log that %s does not prevent a response', async (_, log) => {
    await using stub = await startStub({ log });
    expect(await isAlive(stub)).toBe(true);
    await expect.poll(() => stub.requests).toHaveLength(1);
  });
});
