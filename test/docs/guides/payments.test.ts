import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Assumed } from '../../../sandbox/src/index.js';
import { startSandbox } from '../../../sandbox/src/index.js';
import { type Shop, startShop } from './functions.ts';

// Runs the code of the guides about cards and boletos as a shop, against a gateway that does not behave as assumed.

const DAY = 86_400_000;
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
      await expect(charge(gateway.shop, APPROVED)).rejects.toThrow('createTransaction');
    }
    expect(logged).not.toHaveBeenCalled();
  });
});

describe('boleto: an order has its own deadline', () => {
  const start = Date.now();

  /** An unpaid order, and a function that saves and returns its state after some days. */
  async function order({ sandbox, shop }: Awaited<ReturnType<typeof open>>, payment_method: string) {
    const body = { amount: 1000, payment_method, customer: { name: 'Ana Souza', email: 'ana@example.com' } };
    const headers = { authorization: 'Bearer shop', 'content-type': 'application/json' };
    const created = await fetch(`${sandbox.url}/v1/transactions`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { id } = (await created.json()) as { id: number };
    const one = { transaction: id, deadline: start + 10 * DAY, state: 'open' as unknown };
    const after = async (days: number) => {
      one.state = await shop.call('stateOf', one, start + days * DAY);
      return one.state;
    };
    return { id, after };
  }

  test.each<[string, Assumed]>([
    ['pix', { 'pix-flow': 'stays-open' }],
    ['boleto', { 'boleto-flow': 'stays-open' }],
  ])('a %s that stays open expires, and a late payment is for a person', async (method, assume) => {
    await using gateway = await open(assume);
    const { id, after } = await order(gateway, method);
    await gateway.sandbox.clock.advance({ days: 31 });
    expect([await after(0), await after(10), await after(11)]).toEqual(['open', 'open', 'expired']);
    await gateway.sandbox.pay(id);
    expect([await after(12), await after(13)]).toEqual(['paid late', 'paid late']);
  });

  test.each(['pix', 'boleto'])('a %s that the gateway cancels expires before its deadline', async (method) => {
    await using gateway = await open();
    const { after } = await order(gateway, method);
    await gateway.sandbox.clock.advance({ days: 31 });
    expect(await after(1)).toBe('expired');
  });

  test('a payment that is seen after the deadline, but before the order expired, is a payment', async () => {
    await using gateway = await open();
    const { id, after } = await order(gateway, 'boleto');
    await gateway.sandbox.pay(id);
    expect([await after(30), await after(60)]).toEqual(['paid', 'paid']);
  });
});
