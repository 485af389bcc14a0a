import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createSandboxFetch, startSandbox } from '../../src/index.js';
import { setUpSandbox } from '../../src/testing/index.js';

// Suites of shops fake the clock, and their gateway runs in the same process.
const newAccount = setUpSandbox(afterAll, { clock: 'system' });
const ALL = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'Date',
  'performance',
] as const;
const PIX = { amount: 15990, payment_method: 'pix', async: true } as const;

afterEach(() => vi.useRealTimers());

test('a sandbox answers, acts and sends events while all timers are faked', async () => {
  vi.useFakeTimers({ toFake: [...ALL] });
  const { client, account, receiver } = await newAccount();
  for (const amount of [100, 200]) {
    const { data } = await client.POST('/v1/transactions', { body: { ...PIX, amount } });
    await account.pay(data?.id ?? 0, { delivered: true });
    await account.events.settled();
    expect((await client.GET('/v1/transactions/{id}', { params: { path: { id: data?.id ?? 0 } } })).data).toMatchObject(
      {
        amount,
        status: 'paid',
      },
    );
  }
  expect(receiver.events.filter(({ event }) => event === 'transaction.status_changed')).toHaveLength(2);
  await account.clock.advance({ days: 1 });
});

test('a wait for an event that does not happen ends while all timers are faked', async () => {
  vi.useFakeTimers({ toFake: [...ALL] });
  const { account } = await newAccount();
  await expect(account.events.waitFor('link.paid', { timeout: 10 })).rejects.toThrow('link.paid');
});

test('a server answers and closes while all timers are faked, also late', async () => {
  vi.useFakeTimers({ toFake: [...ALL] });
  const server = await startSandbox({ port: 0, log: 'silent', latency: 5 });
  const inProcess = createSandboxFetch({ log: 'silent', latency: 5 });
  const fetches = [fetch, inProcess];
  for (const call of fetches) {
    const response = await call(`${server.url}/v1/customers`, { headers: { authorization: 'Bearer token' } });
    expect(response.status).toBe(200);
    await response.text();
  }
  await Promise.all([server.close(), inProcess.close()]);
});
