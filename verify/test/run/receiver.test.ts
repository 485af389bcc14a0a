import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../src/run/receiver.js';

const started: Receiver[] = [];
let receiver: Receiver;
afterEach(() => Promise.all(started.splice(0).map((one) => one.close())));

const start = async (url = 'https://tunnel.example/hooks/') => {
  receiver = await startReceiver({ url, port: 0 });
  started.push(receiver);
  return receiver;
};
const local = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;
const post = (path: string, body = '{"event":"link.paid"}') =>
  fetch(local(path), { method: 'POST', headers: { 'content-type': 'application/json' }, body });

test('each registration has its own address below the public URL, with a random path [S44]', async () => {
  const { address } = await start();
  const [first, second] = [address(), address()];
  expect(first).toMatch(/^https:\/\/tunnel\.example\/hooks\/[0-9a-f-]{36}$/);
  expect(first).not.toBe(second);
});

test('the receiver listens on 127.0.0.1 only [S44]', async () => {
  const { port } = await start();
  const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  for (const { address, family } of others.filter((one) => one.family === 'IPv4' && !one.internal))
    await expect(fetch(`http://${address}:${port}/`), family).rejects.toThrow('fetch failed');
  expect((await fetch(local('/'))).status).toBe(404);
});

test('a POST to an address is a delivery, also through a tunnel that drops the path before it', async () => {
  const { address, deliveries } = await start();
  const path = new URL(address()).pathname;
  expect((await post(path)).status).toBe(500);
  expect((await post(path.replace('/hooks', ''))).status).toBe(200);
  expect(deliveries.map(({ request }) => request.url)).toEqual([
    `https://receiver.invalid${path}`,
    `https://receiver.invalid${path}`,
  ]);
});

test('a request to another path, or with another method, gets 404 and leaves the planned 500 to the gateway [S44]', async () => {
  const { address, deliveries } = await start();
  const path = new URL(address()).pathname;
  const strangers = [fetch(local('/robots.txt')), fetch(local(path)), post('/'), post('/hooks'), post(`${path}/x`)];
  expect((await Promise.all(strangers)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await fetch(local(path), { method: 'PUT', body: '{}' })).status).toBe(404);
  expect(deliveries).toEqual([]);
  expect((await post(path)).status).toBe(500);
});

test('a delivery with a body that is cut off does not count, and the receiver goes on', async () => {
  const { address, deliveries, port } = await start();
  const path = new URL(address()).pathname;
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"event"`, () => socket.destroy());
    });
    socket.on('close', () => resolve());
  });
  expect((await post(path)).status).toBe(500);
  expect(deliveries).toHaveLength(1);
});

test('a port that another program uses is named, with the option to choose another', async () => {
  const { port } = await start();
  await expect(startReceiver({ url: 'https://tunnel.example', port })).rejects.toThrow(
    `port: ${port} is in use; stop the program that uses it, or choose another with --receiver-port`,
  );
});

test('a body above 1 MiB gets 413, and the receiver keeps 16 MiB at most', async () => {
  const { address, deliveries } = await start();
  const path = new URL(address()).pathname;
  expect((await post(path, 'x'.repeat(2 ** 20 + 1))).status).toBe(413);
  for (let count = 0; count < 17; count++) await post(path, 'x'.repeat(2 ** 20 - 1));
  expect(deliveries).toHaveLength(16);
});

test('the receiver keeps 1,000 deliveries at most', { tags: 'long' }, async () => {
  const { address, deliveries } = await start();
  const path = new URL(address()).pathname;
  for (let count = 0; count < 1_001; count++) await post(path, '');
  expect((await post(path)).status).toBe(503);
  expect(deliveries).toHaveLength(1_000);
});
