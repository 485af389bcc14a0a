/** Shows that a server in this process and one on a socket respond the same. Other tests need only one. */
import { expect, test } from 'vitest';
import { JSON_HEADERS, type Transport, transports } from './send.ts';

const CARD = { card_number: '4111111111111111', card_holder_name: 'ANA LIMA', card_expiration_date: '1231' };
const SALE = { amount: 700, payment_method: 'credit_card', card: CARD };

interface Case {
  readonly what: string;
  readonly sent: readonly [method: string, path: string, body?: unknown];
  readonly headers?: Record<string, string>;
  readonly status: number;
}

const CASES: readonly Case[] = [
  { what: 'a payment', sent: ['POST', '/v1/transactions', SALE], status: 200 },
  {
    what: 'a planned failure',
    sent: ['GET', '/v1/plans/1'],
    headers: { 'x-sandbox-fault': 'status=503' },
    status: 503,
  },
  { what: 'a violation', sent: ['POST', '/v1/transactions', { amount: 'x' }], status: 400 },
  { what: 'a real card', sent: ['POST', '/v1/cards', { card_number: '4485275742308327' }], status: 400 },
  { what: 'no token', sent: ['GET', '/v1/cards'], headers: { authorization: '' }, status: 401 },
  { what: 'an unknown path', sent: ['GET', '/v1/nothing'], status: 404 },
  { what: 'the page about the server', sent: ['GET', '/'], status: 200 },
  { what: 'the contract', sent: ['GET', '/openapi.json'], status: 200 },
];

async function seen({ open }: Transport, { sent: [method, path, body], headers }: Case) {
  await using stub = await open({ seed: 'a' });
  const response = await stub.fetch(path, {
    method,
    headers: { ...JSON_HEADERS, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // Node adds headers about the connection.
  const told = /^(x-|content-type$|allow$|www-authenticate$|retry-after$)/;
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => told.test(name))),
    body: await response.text(),
    journal: stub.requests.map(({ time, duration, headers, ...entry }) => entry),
  };
}

test.each(CASES)('$what is the same over a socket and in this process', async (one) => {
  const [overSocket, inProcess] = await Promise.all(transports.map((transport) => seen(transport, one)));
  expect(inProcess).toEqual(overSocket);
  expect(inProcess?.status).toBe(one.status);
});
