import { describe, expect, test } from 'vitest';
import { createGatewayClient, type ResponseEvent, type RetryEvent } from '../../src/index.js';
import { retryDelay } from '../../src/util/timing.js';
import { baseUrl, observedFetch, shop } from './observed-fetch.ts';

const unavailable = () => new Response(null, { status: 503 });
const retryAfter = (value: string) => new Response(null, { status: 429, headers: { 'retry-after': value } });

describe('the delay', () => {
  test('a random part of a bound that doubles', () => {
    for (const [attempt, bound] of [
      [1, 100],
      [2, 200],
      [3, 400],
    ] as const) {
      const delays = Array.from({ length: 500 }, () => retryDelay(unavailable(), attempt, 100));
      expect(Math.max(...delays)).toBeLessThanOrEqual(bound);
      expect(Math.max(...delays)).toBeGreaterThan(bound * 0.9);
      expect(Math.min(...delays)).toBeLessThan(bound * 0.1);
    }
  });

  test('Retry-After in seconds or as a date wins', () => {
    expect(retryDelay(retryAfter('2'), 1, 100)).toBe(2000);
    expect(retryDelay(retryAfter('0'), 1, 100)).toBe(0);
    expect(retryDelay(retryAfter('1.5'), 1, 100)).toBe(1500);
    const inFiveSeconds = new Date(Date.now() + 5000).toUTCString();
    expect(retryDelay(retryAfter(inFiveSeconds), 1, 100)).toBeGreaterThan(3000);
    expect(retryDelay(retryAfter(inFiveSeconds), 1, 100)).toBeLessThanOrEqual(5000);
    const asIso = new Date(Date.now() + 5000).toISOString().replace('Z', '+00:00');
    expect(retryDelay(retryAfter(asIso), 1, 100)).toBeGreaterThan(3000);
    expect(retryDelay(retryAfter(new Date(0).toUTCString()), 1, 100)).toBe(0);
    // The clock of the server is an hour ahead.
    const [date, after] = [3_600_000, 3_605_000].map((ahead) => new Date(Date.now() + ahead).toUTCString());
    const headers = { date: String(date), 'retry-after': String(after) };
    expect(retryDelay(new Response(null, { status: 429, headers }), 1, 100)).toBe(5000);
  });

  test('Retry-After is capped at 30 seconds, and nonsense in it is ignored', () => {
    expect(retryDelay(retryAfter('86400'), 1, 100)).toBe(30_000);
    for (const nonsense of ['soon', '1.2.3.4', 'in 2 s', '.']) {
      const delays = Array.from({ length: 50 }, () => retryDelay(retryAfter(nonsense), 1, 100));
      expect(Math.max(...delays)).toBeLessThanOrEqual(100);
      expect(Math.max(...delays)).toBeGreaterThan(0);
    }
    expect(retryDelay(undefined, 20, 100)).toBeLessThanOrEqual(30_000);
    expect(retryDelay(undefined, 5000, 0)).toBe(0);
  });

  test('the client waits for what Retry-After says', async () => {
    const { client, requests } = shop({}, retryAfter('1'), Response.json({ data: [] }));
    const startedAt = performance.now();
    const { data } = await client.GET('/v1/customers');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(data).toEqual({ data: [] });
    expect(requests).toHaveLength(2);
  });
});

describe('retries', () => {
  const count = async (perClient: object, perCall: object = {}, response = unavailable()) => {
    const { client, requests } = shop({ ...perClient }, response);
    await client.GET('/v1/customers', perCall);
    return requests.length;
  };

  test('two retries by default; the number is set per client and per call', async () => {
    expect(await count({})).toBe(3);
    expect(await count({ retries: 0 })).toBe(1);
    expect(await count({ retries: 0 }, { retries: 4 })).toBe(5);
  });

  test('which failures are retried is set per client and per call', async () => {
    const conflict = new Response(null, { status: 409 });
    expect(await count({}, {}, conflict)).toBe(1);
    expect(await count({ retryIf: ({ status }: { status?: number }) => status === 409 }, {}, conflict)).toBe(3);
    expect(await count({}, { retryIf: () => false })).toBe(1);
  });

  test('retryIf cannot make the client send a POST again', async () => {
    const { client, requests } = shop({ retryIf: () => true, retries: 5 }, unavailable());
    await client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: 1 } });
    expect(requests).toHaveLength(1);
  });

  test('a response that is too large is not requested again, a broken one is', async () => {
    const responses = { large: Response.json({ data: ['x'.repeat(100)] }), broken: new Response('<html>') };
    for (const [response, times] of [
      [responses.large, 1],
      [responses.broken, 3],
    ] as const) {
      const { fetch, requests } = observedFetch(response);
      const options = { baseUrl, accessToken: 'token', fetch, retryDelayMs: 1, maxResponseBytes: 50 };
      await expect(createGatewayClient(options).GET('/v1/customers')).rejects.toThrow('HTTP 200 with');
      expect(requests).toHaveLength(times);
    }
  });
});

describe('abort while it waits for the next attempt', () => {
  const waiting = (signal: AbortSignal, onRetry: (event: RetryEvent) => void) => {
    const { fetch, requests } = observedFetch(retryAfter('20'));
    const attempts: ResponseEvent[] = [];
    const onResponse = (event: ResponseEvent) => void attempts.push(event);
    const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch, onRetry, onResponse });
    return { client, requests, signal, attempts };
  };

  test('ends the call at once with the reason of the caller', async () => {
    const controller = new AbortController();
    const reason = new Error('the buyer left');
    const { client, requests, signal, attempts } = waiting(controller.signal, () =>
      setTimeout(() => controller.abort(reason), 5),
    );
    const startedAt = performance.now();
    await expect(client.GET('/v1/customers', { signal })).rejects.toBe(reason);
    // Without the abort it would wait for 20 seconds.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect([requests.length, attempts.length]).toEqual([1, 1]);
  });
});
