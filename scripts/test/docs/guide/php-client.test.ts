import { expect, test } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/index.js';
import { createGatewayClient, unwrap } from '../../../../src/index.js';
import { startShop } from './functions.ts';

const card = { card_number: '4111111111111111', card_holder_name: 'A', card_expiration_date: '1249', card_cvv: '123' };

test('the client in PHP sends an empty array as an object', { tags: 'php' }, async () => {
  await using sandbox = await startSandbox({ port: 0, log: 'silent' });
  await using shop = await startShop('PHP', sandbox.url);
  const client = createGatewayClient({ baseUrl: sandbox.url, accessToken: 'shop' });
  const body = { amount: 15990, payment_method: 'credit_card', card } as const;
  const { id } = await unwrap(client.POST('/v1/transactions', { body }));
  // PHP decodes {} as an empty array.
  const refunded = await shop.call('gateway', 'POST', `/v1/transactions/${id}/refund`, {});
  expect(refunded).toMatchObject({ id, status: 'refunded' });
});
