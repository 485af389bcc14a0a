import { expect, test } from 'vitest';
import { createGatewayClient, type Hooks } from '../../src/index.js';
import { baseUrl, observedFetch, shop } from './observed-fetch.ts';

const call = { operationId: 'listCustomers', method: 'GET', path: '/v1/customers' };

function record(): { events: [string, object][]; hooks: Hooks } {
  const events: [string, object][] = [];
  const hook = (name: string) => (event: object) => void events.push([name, event]);
  return { events, hooks: { onRequest: hook('request'), onResponse: hook('response'), onRetry: hook('retry') } };
}

test('an event shows the path of the contract, without ids [S5]', async () => {
  const { events, hooks } = record();
  const { client } = shop(hooks, Response.json({ errors: ['no'] }, { status: 404 }));
  await client.GET('/v1/customers/{id}', { params: { path: { id: 'c-713' } } });
  expect(events).toHaveLength(2);
  for (const [, event] of events) expect(event).toMatchObject({ call: { path: '/v1/customers/{id}' } });
  expect(JSON.stringify(events)).not.toContain('c-713');
});

test('each event has the operation, the attempt and the duration', async () => {
  const { events, hooks } = record();
  const { client } = shop(
    { ...hooks },
    new Response(null, { status: 503 }),
    new TypeError('lost'),
    Response.json({ data: [] }),
  );

  const startedAt = performance.now();
  await client.GET('/v1/customers');

  const durationMs = expect.any(Number);
  const error = expect.objectContaining({ name: 'GatewayConnectionError' });
  expect(events).toEqual([
    ['request', { call, attempt: 1 }],
    ['response', { call, attempt: 1, durationMs, status: 503 }],
    ['retry', { call, attempt: 1, durationMs, status: 503, delayMs: expect.any(Number) }],
    ['request', { call, attempt: 2 }],
    ['response', { call, attempt: 2, durationMs, error }],
    ['retry', { call, attempt: 2, durationMs, error, delayMs: expect.any(Number) }],
    ['request', { call, attempt: 3 }],
    ['response', { call, attempt: 3, durationMs, status: 200 }],
  ]);
  for (const [, event] of events) {
    const { durationMs: took = 0 } = event as { durationMs?: number };
    expect(took).toBeGreaterThanOrEqual(0);
    expect(took).toBeLessThan(performance.now() - startedAt + 1);
  }
  const calls = new Set(events.map(([, event]) => (event as { call: object }).call));
  expect(calls.size).toBe(1);
});

test('a renewed token is a retry without a wait', async () => {
  const { events, hooks } = record();
  const { fetch } = observedFetch(new Response(null, { status: 401 }), Response.json({ data: [] }));
  const client = createGatewayClient({ baseUrl, accessToken: () => 'token', fetch, ...hooks });
  await client.GET('/v1/customers');
  expect(events.map(([name]) => name)).toEqual(['request', 'response', 'retry', 'request', 'response']);
  expect(events[2]?.[1]).toMatchObject({ status: 401, delayMs: 0 });
});

test('a hook whose promise rejects changes nothing, and does not end the process', async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  const { fetch, requests } = observedFetch(new Response(null, { status: 503 }), Response.json({ data: [] }));
  const broken = async (): Promise<never> => {
    throw new Error('logger down');
  };
  const hooks = { onRequest: broken as never, onResponse: broken, onRetry: broken };
  const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch, retryDelayMs: 1, ...hooks });
  expect((await client.GET('/v1/customers')).data).toEqual({ data: [] });
  // A promise does not count as true.
  const rule = { retryIf: (async () => Promise.reject(new Error('no rule'))) as never };
  const { response } = await createGatewayClient({
    baseUrl,
    accessToken: 'token',
    ...observedFetch(new Response(null, { status: 503 })),
    ...rule,
  }).GET('/v1/customers');
  expect(response.status).toBe(503);
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', listen);
  expect(unhandled).toEqual([]);
  expect(requests).toHaveLength(2);
});
