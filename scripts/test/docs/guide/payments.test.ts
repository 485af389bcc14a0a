import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Assumed } from '../../../../sandbox/src/index.js';
import { startSandbox } from '../../../../sandbox/src/index.js';
import { type Shop, startShop } from './functions.ts';

// Runs the code of the guides about cards and boletos as a shop, against a gateway that does not behave as assumed.

const APPROVED = '4111111111111111';
const REFUSED = '4929291898380766';

async function open(assume: Assumed = {}) {
  const sandbox = await startSandbox({ port: 0, log: 'silent', clock: 'manual', assume });
  const shop = await startShop('TypeScript', sandbox.url);
  return {
    ...{ sandbox, shop },
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await sandbox.close();
    },
  };
}

const charge = (shop: Shop, card_number: string, fields: object = {}) => {
  const card = { card_number, card_holder_name: 'ANA SOUZA', card_expiration_date: '1239', card_cvv: '123' };
  return shop.call('chargeCard', { amount: 1000, payment_method: 'credit_card', card, ...fields });
};

const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => logged.mockClear());

describe('card: a declined card pays nothing', () => {
  test.each<[string, Assumed]>([
    ['a transaction', {}],
    ['402', { 'refused-response': 'status-402' }],
    ['422', { 'refused-response': 'status-422' }],
  ])('that comes as %s', async (_, assume) => {
    await using gateway = await open(assume);
    expect(await charge(gateway.shop, APPROVED)).toMatchObject({ status: 'paid' });
    expect(logged).not.toHaveBeenCalled();
    expect(await charge(gateway.shop, REFUSED)).toBeUndefined();
    expect(logged).toHaveBeenCalledOnce();
  });

  test('but a second call with the same key finds the payment of the first', async () => {
    await using gateway = await open();
    const fields = { reference_key: 'order-1004-checkout-1' };
    const first = await charge(gateway.shop, APPROVED, fields);
    expect(await charge(gateway.shop, APPROVED, fields)).toEqual(first);
    expect(logged).not.toHaveBeenCalled();
  });

  test('but a failure of another kind is an error', async () => {
    await using gateway = await open();
    for (const fault of [401, 404, 503] as const) {
      await gateway.sandbox.failNext('createTransaction', { fault });
      await expect(charge(gateway.shop, APPROVED)).rejects.toThrow('POST /v1/transactions');
    }
    expect(logged).not.toHaveBeenCalled();
  });
});
