import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGatewayClient } from '../../src/index.js';
import { type FaultServer, startFaultServer } from './fault-server.ts';
import { baseUrl, observedFetch } from './observed-fetch.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
  // The first fetch of a process loads its code, which takes a busy machine longer than the limits below.
  await fetch(server.at('none').baseUrl);
});
afterAll(() => server.close());

const body = { payment_method: 'pix', amount: 100 } as const;

// Each waits for a time limit, so they run at the same time.
describe.concurrent.each(['stall before the headers', 'stall in the body'] as const)('%s', (fault) => {
  test('overallTimeoutMs ends the call even if retries are left, and closes the connection', async ({ expect }) => {
    const { baseUrl, arrivals } = server.at(fault);
    // On a busy machine, the request may not arrive within the first limit.
    for (const overallTimeoutMs of [800, 20_000]) {
      const client = createGatewayClient({ baseUrl, accessToken: 'token', overallTimeoutMs, retries: 9 });
      await expect(client.GET('/v1/customers')).rejects.toMatchObject({ name: 'GatewayTimeoutError' });
      if (arrivals.length > 0) break;
    }
    expect(arrivals).toHaveLength(1);
    const socket = arrivals[0]?.socket;
    await expect.poll(() => socket?.destroyed).toBe(true);
  });

  test("the caller's abort ends a GET with its reason, and leaves the outcome of a POST unknown", async () => {
    const { baseUrl, arrivals } = server.at(fault);
    const client = createGatewayClient({ baseUrl, accessToken: 'token' });
    const reason = new Error('shutting down');
    /** Returns a signal that aborts soon after another request arrived. */
    const abortSoon = () => {
      const [controller, before] = [new AbortController(), arrivals.length];
      const arrived = expect.poll(() => arrivals.length).toBeGreaterThan(before);
      void arrived.then(() => setTimeout(() => controller.abort(reason), 50));
      return controller.signal;
    };
    await expect(client.GET('/v1/customers', { signal: abortSoon() })).rejects.toBe(reason);
    await expect(client.POST('/v1/transactions', { body, signal: abortSoon() })).rejects.toMatchObject({
      name: 'GatewayOutcomeUnknownError',
      message: expect.stringContaining('shutting down'),
    });
  });
});

test('a delay beyond overallTimeoutMs does not begin: the call returns the last failure', async () => {
  const { fetch, requests } = observedFetch(new Response(null, { status: 429, headers: { 'retry-after': '20' } }));
  const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token', fetch });
  const { response } = await client.GET('/v1/customers', { overallTimeoutMs: 10_000 });
  expect(response.status).toBe(429);
  expect(requests).toHaveLength(1);
});

test('the signal of the request aborts with a TimeoutError, or with the reason of the caller', async () => {
  const signals: AbortSignal[] = [];
  const fetch = ({ signal }: Request) => {
    signals.push(signal);
    return new Promise<Response>(() => {});
  };
  const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token', fetch, retries: 0 });
  await expect(client.GET('/v1/customers', { timeoutMs: 5 })).rejects.toThrow(
    'listCustomers: no response within 5 ms. Try again.',
  );
  const controller = new AbortController();
  const call = client.GET('/v1/customers', { signal: controller.signal });
  await expect.poll(() => signals.length).toBe(2);
  controller.abort('shutting down');
  await expect(call).rejects.toBe('shutting down');
  expect(signals[0]?.reason).toMatchObject({ name: 'TimeoutError', message: 'Time is up.' });
  expect(signals[1]?.reason).toBe('shutting down');
});

test('an aborted signal sends nothing', async () => {
  const { baseUrl, arrivals } = server.at('none');
  const client = createGatewayClient({ baseUrl, accessToken: 'token' });
  await expect(
    client.POST('/v1/transactions', { body, signal: AbortSignal.abort(new Error('too late')) }),
  ).rejects.toThrow('too late');
  expect(arrivals).toHaveLength(0);
});

test('time spent in accessToken counts, but nothing was sent', async () => {
  const { baseUrl, arrivals } = server.at('none');
  const client = createGatewayClient({ baseUrl, accessToken: () => new Promise(() => {}), timeoutMs: 50 });
  await expect(client.POST('/v1/transactions', { body })).rejects.toMatchObject({ name: 'GatewayTimeoutError' });
  expect(arrivals).toHaveLength(0);
});

test('a POST is tried again if its token came too late, because nothing was sent', async () => {
  const { fetch, requests } = observedFetch(Response.json({ id: 1 }));
  const delays = [400, 0];
  const accessToken = () => new Promise<string>((resolve) => setTimeout(resolve, delays.shift(), 'token'));
  const options = { accessToken, fetch, timeoutMs: 200, retryDelayMs: 1 };
  const client = createGatewayClient({ baseUrl: 'https://gateway.example', ...options });
  expect((await client.POST('/v1/transactions', { body })).data).toEqual({ id: 1 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(requests).toHaveLength(1);
});

test('a call removes its timers, which would keep the process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token', ...observedFetch() });
  const before = timers();
  for (let call = 0; call < 5; call++) await client.GET('/v1/customers');
  expect(timers()).toBe(before);
});

test('calls that share a signal use one listener, which they remove at the end', async () => {
  const { signal } = new AbortController();
  let answer = () => {};
  const answered = new Promise<Response>((resolve) => {
    answer = () => resolve(Response.json({ id: 1 }));
  });
  const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch: async () => (await answered).clone() });
  const calls = Array.from({ length: 12 }, () => client.GET('/v1/customers', { signal }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  answer();
  expect(await Promise.all(calls)).toHaveLength(12);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a signal ends all the calls that share it', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch: () => new Promise(() => {}) });
  const calls = Array.from({ length: 3 }, () => client.GET('/v1/customers', { signal }));
  controller.abort('shutting down');
  expect(await Promise.allSettled(calls)).toEqual(Array(3).fill({ status: 'rejected', reason: 'shutting down' }));
});
