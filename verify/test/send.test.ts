import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CountingServer, startCountingServer } from '../../test/client/counting-server.ts';
import { createSend } from '../src/run/send.js';

let server: CountingServer;
beforeAll(async () => {
  server = await startCountingServer();
});
afterAll(() => server.close());

test.each([
  ['a body', { amount: 100 }],
  ['no body', undefined],
])('a write with %s arrives once, also if the platform would send it again after a 421 [S72]', async (_, body) => {
  const send = createSend({ fetch, timeoutMs: 60_000, pauseMs: 0 });
  const { baseUrl, count } = server.at(421);
  const url = `${baseUrl}/v1/transactions?mark=a b`;
  const sent = send({ method: 'POST', url, headers: {}, isWrite: true, ...(body && { body }) });
  await expect(sent).rejects.toMatchObject({ name: 'NoResponse', message: expect.stringContaining('second time') });
  expect(count()).toBe(1);
});
