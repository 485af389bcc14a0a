import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paginate, unwrap } from '../../../src/index.ts';
import { type SandboxServer, startSandbox } from '../../../src/sandbox/index.ts';
import { APPROVED_CARD } from '../entrances.ts';
import { Shop } from './shop.ts';

const CUSTOMER = { external_id: '7', name: 'Ana Souza', email: 'ana@example.com' };

describe('a shop built against the sandbox', () => {
  let sandbox: SandboxServer;
  let shop: Shop;
  let hooks: Server;

  beforeEach(async () => {
    hooks = createServer((request, response) => {
      void text(request)
        .then((body) => shop.receive(body))
        .then(
          () => response.writeHead(204).end(),
          () => response.writeHead(500).end(),
        );
    }).listen(0, '127.0.0.1');
    await once(hooks, 'listening');
    const webhook = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hooks`;
    sandbox = await startSandbox({ port: 0, clock: '2026-11-20T12:00:00Z', webhook });
    shop = new Shop(sandbox.url, 'any-token');
  });
  afterEach(async () => {
    await sandbox.close();
    hooks.close();
  });

  const stateOf = (number: number) => shop.orders.get(number)?.state;
  const card = (others: object = {}) => ({
    payment_method: 'credit_card',
    card: APPROVED_CARD,
    customer: CUSTOMER,
    ...others,
  });

  test('is paid by PIX: it shows the code, and the payment event updates the order', async () => {
    const { id, pix_qr_code } = await shop.checkout(1, 15_990, { payment_method: 'pix', async: true });
    expect([stateOf(1), pix_qr_code]).toEqual(['open', expect.stringMatching(/^000201.*5406159\.90/)]);
    await sandbox.pay(id);
    await sandbox.events.settled();
    expect(stateOf(1)).toBe('paid');
  });

  test('is paid by card in installments, and shows them', async () => {
    const { id } = await shop.checkout(1, 10_000, card({ installments: 3 }));
    expect(stateOf(1)).toBe('paid');
    const parts = await unwrap(shop.client.GET('/v1/transactions/{id}/installments', { params: { path: { id } } }));
    const amounts = (parts.data ?? []).map(({ amount }) => Number(amount));
    expect([amounts.length, amounts.reduce((sum, amount) => sum + amount, 0)]).toEqual([3, 10_000]);
  });

  test('sends the buyer to 3DS, and learns the outcome from an event', async () => {
    const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/failed' };
    const {
      id,
      status,
      threeDSecure: page,
    } = await shop.checkout(1, 900, { ...card(), payment_method: 'debit_card', threeDSecure });
    expect([status, page?.url]).toEqual([
      'request_authentication',
      expect.stringContaining(`${sandbox.url}/_sandbox/3ds/`),
    ]);
    await sandbox.authenticate(id, { outcome: 'approved' });
    await sandbox.events.settled();
    expect(stateOf(1)).toBe('paid');
  });

  test('cancels the order if the boleto expires unpaid', async () => {
    const { status } = await shop.checkout(1, 900, { payment_method: 'boleto', customer: CUSTOMER });
    expect(status).toBe('waiting_payment');
    await sandbox.clock.advance({ days: 31 });
    await sandbox.events.settled();
    expect(stateOf(1)).toBe('canceled');
  });

  test('splits a payment with a receiver', async () => {
    const seller = { name: 'Padaria Exemplo', document: '11222333000181' };
    const receiver = await unwrap(shop.client.POST('/v1/receivers', { body: seller as never }));
    const rules = [{ receiver_id: receiver.id, percentage: 100, liable: true, charge_processing_fee: true }];
    const { split } = await shop.checkout(1, 900, card({ split: rules }));
    expect([stateOf(1), split]).toEqual(['paid', [expect.objectContaining(rules[0] as object)]]);
    await expect(shop.checkout(2, 900, card({ split: [{ ...rules[0], receiver_id: 9 }] }))).rejects.toThrow(
      'receiver 9',
    );
  });

  test('captures when it ships the goods, refunds a part, and then the rest', async () => {
    const { id, status } = await shop.checkout(1, 900, card({ capture: false }));
    expect(status).toBe('authorized');
    const path = { params: { path: { id } } };
    expect(
      (await unwrap(shop.client.POST('/v1/transactions/{id}/capture', { ...path, body: { amount: 900 } }))).status,
    ).toBe('paid');
    const refund = async (body: { amount?: number }) =>
      unwrap(shop.client.POST('/v1/transactions/{id}/refund', { ...path, body }));
    expect(await refund({ amount: 300 })).toMatchObject({ status: 'paid', paid_amount: 600 });
    expect(await refund({})).toMatchObject({ status: 'refunded' });
    await sandbox.events.settled();
    expect(stateOf(1)).toBe('refunded');
    const history = await unwrap(shop.client.GET('/v1/transactions/{id}/history', path));
    expect((history.data ?? []).map(({ amount }) => Number(amount))).toEqual(expect.arrayContaining([300, 600]));
  });

  test('charges a saved card', async () => {
    const first = await shop.checkout(1, 900, card());
    const again = await shop.checkout(2, 500, {
      payment_method: 'credit_card',
      card_id: first.card?.card_id,
      customer_id: first.customer?.id,
    });
    expect([again.status, again.card?.card_last_digits]).toEqual(['paid', '1111']);
  });

  test('renews a subscription for three months', async () => {
    const plan = await unwrap(shop.client.POST('/v1/plans', { body: { name: 'Clube' } }));
    const price = await unwrap(
      shop.client.POST('/v1/prices', { body: { plan_id: plan.id, amount: 4_990, interval: 'month' } as never }),
    );
    const subscription = await unwrap(
      shop.client.POST('/v1/subscriptions', { body: { price_id: price.id, ...card() } as never }),
    );
    await sandbox.clock.advance({ months: 3 });
    const charges: number[] = [];
    for await (const { amount } of paginate(shop.client, '/v1/transactions')) charges.push(amount);
    expect(charges).toEqual([4_990, 4_990, 4_990, 4_990]);
    expect((await sandbox.retrieve(subscription.id)).status).toBe('paid');
  });

  test('sells by link: no transaction before the payment, one after it', async () => {
    const { id } = await unwrap(shop.client.POST('/v1/links', { body: { amount: 500 } }));
    const transactions = async () =>
      (await unwrap(shop.client.GET('/v1/links/{id}/transactions', { params: { path: { id } } }))).total;
    expect(await transactions()).toBe(0);
    await sandbox.pay(id);
    expect(await transactions()).toBe(1);
  });

  test('lists its sales in the back office, newest first, page by page', async () => {
    await sandbox.populate({ transactions: 40 });
    const ids: number[] = [];
    for await (const { id } of paginate(shop.client, '/v1/transactions')) ids.push(id);
    expect(ids).toHaveLength(40);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  test.each(['reset', 'truncate', 503] as const)('charges once if the response is lost by %s', async (fault) => {
    await sandbox.populate({ transactions: 20 });
    sandbox.failNext('createTransaction', { fault, after: 'commit' });
    const { id } = await shop.checkout(77, 900, card());
    expect(stateOf(77)).toBe('paid');
    const charges: number[] = [];
    for await (const one of paginate(shop.client, '/v1/transactions')) {
      if (one.metadata === '{"order":77}') charges.push(one.id);
    }
    expect(charges).toEqual([id]);
  });

  test('charges again if the request never arrived', async () => {
    sandbox.failNext('createTransaction', { fault: 503 });
    await shop.checkout(1, 900, card());
    expect([stateOf(1), (await unwrap(shop.client.GET('/v1/transactions'))).total]).toEqual(['paid', 1]);
  });

  test('handles duplicate, late and out-of-order events', async () => {
    await sandbox.events.disturb({ duplicates: 2, late: 5, outOfOrder: true });
    const { id } = await shop.checkout(1, 900, { payment_method: 'pix', async: true });
    await sandbox.pay(id);
    await sandbox.events.settled();
    expect(stateOf(1)).toBe('paid');
  });
});
