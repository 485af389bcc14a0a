/** @module-tag endurance */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, get, type RequestOptions } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startWith } from '../../../test/cli/compiled.ts';
import { listen } from '../../../test/listen.ts';
import { example } from '../exchanges.ts';
import { proxyTo, rawClient, rawTarget } from './raw-server.ts';

/** Milliseconds. */
const LONG = 1_800_000;
const EXCHANGES = 12_000;

/** Starts a server that returns a page or another payment to each request. */
async function startTarget() {
  let id = 1_000;
  const payment = example('createTransaction.pix.response');
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...payment, id: id++ }));
    });
  });
  return listen(server);
}

/** Sends a GET request. The connection may be reset after the response: only what the reader of a response meets is an error. */
const open = (url: string, options: RequestOptions) => get(url, options).on('error', () => {});

async function read(url: string, agent: Agent): Promise<string> {
  const call = open(url, { agent, headers: { authorization: 'Bearer token' } });
  const [response] = await once(call, 'response');
  let text = '';
  for await (const piece of response) text += piece;
  return text;
}

test.runIf(process.platform === 'linux')(
  'memory does not grow with the number of exchanges',
  { timeout: LONG },
  async () => {
    const target = await startTarget();
    const { child, url } = await startWith({}, 'verify', 'proxy', '--target', target, '--port', '0');
    const megabytes = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const readings: number[] = [];
    for (let at = 0; at < EXCHANGES; at++) {
      await read(`${url}/v1/transactions/${1_000 + at}`, agent);
      if (at % (EXCHANGES / 100) === 0) readings.push(megabytes());
    }
    // Between two collections of garbage, memory grows on a busy machine. So the highest of the first readings and the lowest of the last count.
    const [before, after] = [Math.max(...readings.slice(0, 10)), Math.min(...readings.slice(-30))];
    console.log(`${before.toFixed(1)} MB at first, ${after.toFixed(1)} MB after ${EXCHANGES}`);
    expect(after - before).toBeLessThan(20);
  },
);

test('500 connections at once get their own responses', { timeout: LONG }, async () => {
  await using proxy = await proxyTo(await startTarget());
  const agents = Array.from({ length: 500 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  onTestFinished(() => {
    for (const agent of agents) agent.destroy();
  });
  const texts = await Promise.all(agents.map((agent) => read(`${proxy.url}/v1/transactions/1`, agent)));
  expect(new Set(texts.map((text) => JSON.parse(text).id)).size).toBe(500);
  const { exchanges } = await proxy.report();
  expect(exchanges.judged).toBe(500);
});

test('a response of 512 MB passes in pieces, at the pace of the shop', { timeout: LONG }, async () => {
  const size = 2 ** 29;
  await using target = await rawTarget();
  await using proxy = await proxyTo(target.url);
  const agent = new Agent();
  const call = open(`${proxy.url}/v1/plans`, { agent });
  const gateway = await target.connection();
  await gateway.until('\r\n\r\n');
  gateway.socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
  const [response] = await once(call, 'response');
  const piece = Buffer.alloc(2 ** 20, 'a');
  const writing = (async () => {
    for (let sent = 0; sent < size; sent += piece.length)
      if (!gateway.socket.write(piece)) await once(gateway.socket, 'drain');
  })();
  let received = 0;
  const before = process.memoryUsage().rss;
  for await (const part of response) received += part.length;
  await writing;
  expect(received).toBe(size);
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(200);
  const { notes } = await proxy.report();
  expect(notes).toEqual(['Exchanges too long, not judged: 1.']);
});

test('a slow target delays only its own connection', { timeout: LONG }, async () => {
  await using target = await rawTarget();
  await using proxy = await proxyTo(target.url);
  const slow = rawClient(proxy.port);
  slow.socket.write('GET /v1/plans HTTP/1.1\r\nHost: x\r\n\r\n');
  const first = await target.connection();
  const response = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
  for (const byte of response.slice(0, -1)) {
    first.socket.write(byte);
    await slow.until(byte);
  }
  const other = rawClient(proxy.port);
  other.socket.write('GET /v1/plans HTTP/1.1\r\nHost: x\r\n\r\n');
  (await target.connection(1)).socket.write(response);
  await other.until('{}');
  expect(slow.received()).toBe(response.slice(0, -1));
  first.socket.write('}');
  await slow.until('{}');
  await proxy.report();
  expect(proxy.judged).toEqual(['GET /v1/plans 200', 'GET /v1/plans 200']);
});
