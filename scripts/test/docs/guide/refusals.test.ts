import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/index.js';
import { createGatewayClient, unwrap } from '../../../../src/index.js';
import { clearRefusals } from '../../../../src/vocabulary.js';
import { some } from '../../../../test/property-runs.ts';
import { listingsOf } from '../listings.ts';
import { type GuideLanguage, type Shop, startShop } from './functions.ts';

// A gateway that acts and then responds with a 4xx other than a clear refusal. A second click must not pay again.

const ORDER = 'order-1003-checkout-1';
const card = { card_number: '4111111111111111', card_holder_name: 'A', card_expiration_date: '1239', card_cvv: '123' };

async function open(language: GuideLanguage) {
  const sandbox = await startSandbox({ port: 0, log: 'silent', clock: 'manual' });
  const shop = await startShop(language, sandbox.url);
  const client = createGatewayClient({ baseUrl: sandbox.url, accessToken: 'shop' });
  return {
    ...{ sandbox, shop, client },
    payments: async () => (await client.GET('/v1/transactions')).data?.total,
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await sandbox.close();
    },
  };
}

const statuses = some([409, 425, 499]);

test.each(statuses)('the careful shop pays once if the gateway pays and responds with %i', async (fault) => {
  await using gateway = await open('TypeScript');
  const shop = (await gateway.shop.call('CarefulShop', gateway.client)) as {
    checkout(order: string): Promise<void>;
    orders(): unknown;
  };
  await gateway.sandbox.failNext('createTransaction', { fault, after: 'commit' });
  await shop.checkout(ORDER);
  await shop.checkout(ORDER);
  expect([await gateway.payments(), shop.orders()]).toEqual([1, [{ order: ORDER, paid: 15990 }]]);
});

const languages: [GuideLanguage, { tags?: 'php' }][] = [
  ['TypeScript', {}],
  ['PHP', { tags: 'php' }],
];

for (const [language, options] of languages) {
  describe(`in ${language}`, options, () => {
    const twice = async (shop: Shop, name: string, ...values: unknown[]) => {
      for (let click = 0; click < 2; click++) await shop.call(name, ...values);
    };

    test.each(statuses)('payOnce pays once if the gateway pays and responds with %i', async (fault) => {
      await using gateway = await open(language);
      await gateway.sandbox.failNext('createTransaction', { fault, after: 'commit' });
      await twice(gateway.shop, 'payOnce', ORDER);
      expect(await gateway.payments()).toBe(1);
    });

    test('refundOnce refunds once if the gateway refunds and responds with 409', async () => {
      await using gateway = await open(language);
      const body = { amount: 1000, payment_method: 'credit_card', card } as const;
      const id = Number((await gateway.client.POST('/v1/transactions', { body })).data?.id);
      await gateway.sandbox.failNext('refundTransaction', { fault: 409, after: 'commit' });
      await twice(gateway.shop, 'refundOnce', id, 300);
      expect(await gateway.sandbox.retrieve(id)).toMatchObject({ paid_amount: 700 });
    });
  });
}

test('the programs in PHP take the same statuses for a clear refusal as the client', () => {
  const lists = listingsOf('php').flatMap(({ code }) => [...code.matchAll(/CLEAR_REFUSALS = \[(.*)\]/g)]);
  expect(lists.length).toBeGreaterThan(0);
  for (const [, list] of lists) expect(list).toBe(clearRefusals.join(', '));
});

test('errors: a 200 with a page leaves the outcome of a POST open, and other requests can be repeated', async () => {
  const fetch = async () => new Response('<h1>Request Rejected</h1>', { headers: { 'content-type': 'text/html' } });
  const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'shop', retries: 0, fetch });
  const body = { amount: 15990, payment_method: 'pix' } as const;
  const params = { path: { id: 1001 } };
  const failures = await Promise.all([
    unwrap(client.POST('/v1/transactions', { body })).catch((error) => error),
    unwrap(client.POST('/v1/transactions/{id}/refund', { params, body: {} })).catch((error) => error),
    unwrap(client.GET('/v1/transactions/{id}', { params })).catch((error) => error),
  ]);
  expect(failures.map(({ name }) => name)).toEqual([
    'GatewayOutcomeUnknownError',
    'GatewayOutcomeUnknownError',
    'GatewayConnectionError',
  ]);
});
