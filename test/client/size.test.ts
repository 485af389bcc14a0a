import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGatewayClient, unwrap } from '../../src/index.js';

interface Flood {
  written: number;
  closed: boolean;
}
let last: Flood = { written: 0, closed: false };

/** Writes until the connection closes, and counts the bytes. */
function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const state = { written: 0, closed: false };
  last = state;
  response.on('close', () => {
    state.closed = true;
  });
  const more = () => {
    while (!state.closed && response.write(chunk)) state.written += chunk.length;
  };
  response.on('drain', more);
  more();
}

const server = createServer((request, response) => {
  request.resume();
  const [, status = '200', size = '0'] = request.url?.split('/') ?? [];
  response.writeHead(Number(status), { 'content-type': 'application/json' });
  if (size === 'endless') flood(response);
  else response.end(`"${'x'.repeat(Number(size) - 2)}"`);
});
let origin = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const at = (path: string, options = {}) =>
  createGatewayClient({ baseUrl: `${origin}${path}`, accessToken: 'token', retryDelayMs: 1, ...options });
const body = { payment_method: 'pix', amount: 100 } as const;

test.each([
  ['/200/endless', 'with middleware'],
  ['/200/endless', 'without middleware'],
  ['/422/endless', 'without middleware'],
])('an endless response at %s ends at maxResponseBytes, with its connection closed, %s', async (path, setup) => {
  const client = at(path, { maxResponseBytes: 100_000 });
  if (setup === 'with middleware') client.use({ onResponse: () => undefined });
  await expect(client.GET('/v1/customers')).rejects.toMatchObject({
    name: 'GatewayConnectionError',
    message: expect.stringMatching(/more than 100000 bytes\. Ask for less, or raise maxResponseBytes\.$/),
  });
  await expect.poll(() => last.closed).toBe(true);
  expect(last.written).toBeLessThan(20_000_000);
  await expect(client.POST('/v1/transactions', { body })).rejects.toMatchObject({
    name: 'GatewayOutcomeUnknownError',
    message: expect.stringContaining('more than 100000 bytes'),
  });
});

test('10 MiB is the default', async () => {
  await expect(at('/200/endless').GET('/v1/customers')).rejects.toThrow('more than 10485760 bytes');
});

test('a response of exactly the limit is accepted, and a call may set its own limit', async () => {
  const client = at('/422/1000', { maxResponseBytes: 999 });
  await expect(client.GET('/v1/customers')).rejects.toThrow('more than 999 bytes');
  const { response } = await client.GET('/v1/customers', { maxResponseBytes: 1000 });
  expect(response.status).toBe(422);
  await expect(unwrap(client.GET('/v1/customers', { maxResponseBytes: Number.POSITIVE_INFINITY }))).rejects.toThrow(
    '422',
  );
});
