import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CountingServer, startCountingServer } from '../../../test/client/counting-server.ts';
import { listen } from '../../../test/listen.ts';
import { createSend } from '../../src/run/send.js';

let server: CountingServer;
beforeAll(async () => {
  server = await startCountingServer();
});
afterAll(() => server.close());

const write = (baseUrl: string, timeoutMs = 60_000) =>
  createSend({ fetch, timeoutMs })({
    ...{ method: 'POST', url: `${baseUrl}/v1/transactions`, headers: {}, isWrite: true, body: { amount: 100 } },
  });

test.each([200, 302, 401, 408, 425, 503])('a write that gets %i arrives once', async (status) => {
  const { baseUrl, count } = server.at(status);
  await write(baseUrl);
  expect(count()).toBe(1);
});

test('a write whose response is lost arrives once, and has no response', async () => {
  const { baseUrl, count } = server.at(103);
  await expect(write(baseUrl)).rejects.toMatchObject({ name: 'NoResponse' });
  expect(count()).toBe(1);
});

test('a write whose response does not come in time arrives once, and has no response', async () => {
  let count = 0;
  const silent = await listen(createServer(() => count++));
  await expect(write(silent, 200)).rejects.toMatchObject({ name: 'NoResponse', message: 'no response within 200 ms' });
  expect(count).toBe(1);
});
