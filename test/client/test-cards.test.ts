import { afterAll, expect, test } from 'vitest';
import { createSandboxFetch } from '../../sandbox/src/index.js';
import { createGatewayClient } from '../../src/client/index.js';
import { isDeclined, testCards, unwrap } from '../../src/index.js';

const sandbox = createSandboxFetch({ log: 'silent' });
afterAll(() => sandbox.close());
const client = createGatewayClient({ baseUrl: 'http://sandbox.test', accessToken: 'token', fetch: sandbox });

const pay = (card_number: string) =>
  unwrap(
    client.POST('/v1/transactions', {
      body: {
        amount: 15990,
        payment_method: 'credit_card',
        card: { card_number, card_holder_name: 'ANA LIMA', card_expiration_date: '1299', card_cvv: '123' },
        threeDSecure: { urlSuccess: 'https://shop.example/paid', urlFail: 'https://shop.example/failed' },
      },
    }),
  );

const statuses = {
  approved: 'paid',
  refused: 'refused',
  processing: 'processing',
  request_authentication: 'request_authentication',
} satisfies Record<keyof typeof testCards, string>;

const cards = Object.entries(testCards).flatMap(([outcome, brands]) =>
  Object.entries(brands).map(([brand, number]) => [outcome as keyof typeof testCards, brand, number] as const),
);

test.each(cards)('the %s card of %s does what its name says', async (outcome, brand, number) => {
  const transaction = await pay(number);
  expect(transaction.status).toBe(statuses[outcome]);
  expect(transaction.card?.brand).toBe(brand);
  expect(isDeclined(transaction)).toBe(outcome === 'refused');
});
