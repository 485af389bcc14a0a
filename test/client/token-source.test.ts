import { describe, expect, test } from 'vitest';
import { createGatewayClient, unwrap } from '../../src/index.js';
import { baseUrl } from './observed-fetch.ts';

/** A gateway that accepts one token, and a function that records how it was called. */
function setUp(accepted: string, tokens: (refresh: boolean) => string | Promise<string>) {
  const asked: boolean[] = [];
  const sent: (string | null)[] = [];
  const client = createGatewayClient({
    baseUrl,
    accessToken: ({ refresh }) => {
      asked.push(refresh);
      return tokens(refresh);
    },
    fetch: async (request) => {
      const token = request.headers.get('authorization');
      sent.push(token);
      // Responses out of order: a later call may be refused after an earlier one was renewed.
      await new Promise((resolve) => setTimeout(resolve, sent.length * 2));
      return token === `Bearer ${accepted}`
        ? Response.json({ id: 1 })
        : Response.json({ errors: ['expired'] }, { status: 401 });
    },
  });
  return { client, asked, sent };
}

const params = { path: { id: 1 } };
const body = { payment_method: 'pix', amount: 100 } as const;

describe('after a 401', () => {
  test('the client asks for a new token and sends the call again, a POST too [S69]', async () => {
    const { client, asked, sent } = setUp('fresh', (refresh) => (refresh ? 'fresh' : 'stale'));
    expect(await unwrap(client.POST('/v1/transactions', { body }))).toEqual({ id: 1 });
    expect(asked).toEqual([false, false, true]);
    expect(sent).toEqual(['Bearer stale', 'Bearer fresh']);
  });

  test('parallel calls share one refresh, late ones too', async () => {
    const { client, asked, sent } = setUp('fresh', async (refresh) => (refresh ? 'fresh' : 'stale'));
    const calls = Array.from({ length: 10 }, () => unwrap(client.GET('/v1/customers/{id}', { params })));
    expect(await Promise.all(calls)).toHaveLength(10);
    expect(asked.filter(Boolean)).toHaveLength(1);
    expect(sent).toHaveLength(20);
  });

  test('a token that another process has renewed is taken, without a refresh', async () => {
    const shared = ['stale', 'fresh'];
    const { client, asked, sent } = setUp('fresh', () => shared.shift() ?? 'fresh');
    expect(await unwrap(client.POST('/v1/transactions', { body }))).toEqual({ id: 1 });
    expect([asked, sent]).toEqual([
      [false, false],
      ['Bearer stale', 'Bearer fresh'],
    ]);
  });

  test('another token that is refused too is refreshed', async () => {
    let calls = 0;
    const { client, asked, sent } = setUp('fresh', (refresh) => (refresh ? 'fresh' : `signed-${++calls}`));
    expect(await unwrap(client.GET('/v1/customers/{id}', { params }))).toEqual({ id: 1 });
    expect([asked, sent]).toEqual([
      [false, false, true],
      ['Bearer signed-1', 'Bearer signed-2', 'Bearer fresh'],
    ]);
  });

  test('a second 401 is the response', async () => {
    const { client, asked, sent } = setUp('other', (refresh) => (refresh ? 'fresh' : 'stale'));
    await expect(unwrap(client.GET('/v1/customers/{id}', { params }))).rejects.toMatchObject({
      name: 'GatewayAuthenticationError',
      errors: ['expired'],
    });
    expect(asked).toEqual([false, false, true]);
    expect(sent).toHaveLength(2);
  });

  test('a fixed token is not tried again', async () => {
    let calls = 0;
    const fetch = async () => {
      calls++;
      return new Response(null, { status: 401 });
    };
    const client = createGatewayClient({ baseUrl, accessToken: 'token', fetch });
    await expect(unwrap(client.GET('/v1/customers'))).rejects.toMatchObject({ name: 'GatewayAuthenticationError' });
    expect(calls).toBe(1);
  });
});

test('a token that expires later is renewed again, even when the function keeps giving the first one', async () => {
  let accepted = 'fresh-1';
  let renewals = 0;
  const client = createGatewayClient({
    baseUrl,
    accessToken: ({ refresh }) => (refresh ? `fresh-${++renewals}` : 'first'),
    fetch: async (request) =>
      request.headers.get('authorization') === `Bearer ${accepted}`
        ? Response.json({ id: 1 })
        : new Response(null, { status: 401 }),
  });
  const call = () => unwrap(client.GET('/v1/customers/{id}', { params }));
  await call();
  await call();
  expect(renewals).toBe(1);
  accepted = 'fresh-2';
  await call();
  expect(renewals).toBe(2);
});

test('a refresh that failed, or gave the same token, is tried again by the next call', async () => {
  const results: (() => string)[] = [
    () => {
      throw new Error('vault sealed');
    },
    () => 'stale',
    () => 'fresh',
  ];
  const { client } = setUp('fresh', (refresh) => (refresh ? (results.shift()?.() ?? 'none') : 'stale'));
  const call = () => unwrap(client.GET('/v1/customers/{id}', { params }));
  await expect(call()).rejects.toThrow('vault sealed');
  await expect(call()).rejects.toMatchObject({ name: 'GatewayAuthenticationError' });
  expect(await call()).toEqual({ id: 1 });
});
