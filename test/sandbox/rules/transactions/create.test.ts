import { expect, test } from 'vitest';
import { createGateway, DAY, type Gateway, type Json } from '../gateway.ts';
import { by3ds, byCard, byPix, card, STAYS_PROCESSING } from '../requests.ts';

const NOW = '2026-11-20T13:05:41.482000Z';

const link = (gateway: Gateway): Promise<Json> => gateway.call('createPaymentLink', { body: { amount: 500 } });

const subscription = async (gateway: Gateway, method: Json): Promise<Json> => {
  const plan = await gateway.call('createPlan', { body: { name: 'Club' } });
  const price = await gateway.call('createPrice', { body: { plan_id: plan.id, amount: 900, interval: 'month' } });
  return gateway.call('createSubscription', { body: { price_id: price.id, ...method } });
};

const newest = async (gateway: Gateway) => (await gateway.call('listTransactions')).data[0];

test('response-requiredness: a transaction has all fields of the document, and null for what the request omits', async () => {
  const gateway = createGateway();
  const body = { amount: 500, payment_method: 'pix', async: true };
  expect(await gateway.call('createTransaction', { body, invalid: true })).toStrictEqual({
    id: 1001,
    ip_address: '127.0.0.1',
    tid: null,
    amount: 500,
    capture_amount: 0,
    paid_amount: null,
    payment_type: null,
    ref_id: 'ref_1001',
    status: 'waiting_payment',
    created_at: NOW,
    updated_at: NOW,
    pix_qr_code: expect.any(String),
    pix_expiration_date: '2026-11-21 13:05:41',
    pix_additional_fields: { pix_id: '000000000000000000000000000003e9' },
    installments: 1,
    reference_key: null,
    session: null,
    local_time: null,
    payment_method: 'pix',
    customer: null,
    billing: null,
    shipping: null,
    items: [],
    metadata: null,
  });
});

test('a card payment has a number, the session and the IP address of the request, and its card without an id', async () => {
  const gateway = createGateway();
  const body = by3ds({ session: 'session-1', threeDSecure: { ipAddress: '203.0.113.7' }, reference_key: 'order-1' });
  const created = await gateway.call('createTransaction', { body, invalid: true });
  expect(created).toMatchObject({
    tid: String(70_000_000 + created.id),
    session: 'session-1',
    ip_address: '203.0.113.7',
    reference_key: 'order-1',
  });
  expect(created.card).not.toHaveProperty('id');
  expect(created).not.toHaveProperty('split');
  expect(created).not.toHaveProperty('subscription_id');
  expect(await gateway.call('createTransaction', { body: byCard({ reference_key: 'order-2' }) })).toMatchObject({
    reference_key: 'order-2',
  });
});

test('transactions are found by their customer, link and subscription', async () => {
  const gateway = createGateway();
  const groups = async () => {
    const { id } = await newest(gateway);
    return (await gateway.run((work) => work.get('transactions', id)))?.groups;
  };
  await gateway.call('createTransaction', { body: { amount: 500, payment_method: 'pix' }, invalid: true });
  expect(await groups()).toEqual([]);
  const { customer } = await gateway.call('createTransaction', { body: byPix() });
  expect(await groups()).toEqual([`customers:${customer.id}`]);
  const { id } = await link(gateway);
  await gateway.act('checkout', 'links', id, { payment_method: 'pix' });
  expect(await groups()).toEqual([`links:${id}`]);
  const subscribed = await subscription(gateway, { payment_method: 'pix', customer: byPix().customer });
  expect(await groups()).toEqual([`customers:${customer.id}`, `subscriptions:${subscribed.id}`]);
  expect(await newest(gateway)).toMatchObject({ subscription_id: subscribed.id, items: [] });
});

test.each([
  [1, 'by card', { payment_method: 'credit_card', card: card() }],
  [0, 'by PIX', { payment_method: 'pix' }],
])('link-payments: the event of a link follows its payment: %i at once %s', async (count, _name, body) => {
  const gateway = createGateway();
  const { id } = await link(gateway);
  const transaction = await gateway.act('checkout', 'links', id, body);
  const paid = async () => (await gateway.events()).filter(({ name }) => name === 'link.paid').length;
  expect(await paid()).toBe(count);
  if (count === 0) await gateway.act('pay', 'transactions', transaction.id);
  expect(await paid()).toBe(1);
  await gateway.act('review', 'transactions', transaction.id);
  await gateway.act('approve', 'transactions', transaction.id);
  expect(await paid()).toBe(1);
  const key = await gateway.run((work) => work.get('transactions', transaction.id)?.keys);
  expect(key).toEqual([expect.stringMatching(/^page:[\w-]{22}$/)]);
});

test('subscription-cycle: the subscription follows its open charge', async () => {
  const gateway = createGateway();
  const status = async (id: number) => (await gateway.call('retrieveSubscription', { params: { id } })).status;
  const { id } = await subscription(gateway, {
    payment_method: 'credit_card',
    card: card(STAYS_PROCESSING),
  });
  expect(await status(id)).toBe('pending_payment');
  await gateway.act('settle', 'transactions', (await newest(gateway)).id);
  expect(await status(id)).toBe('paid');
  await gateway.advance(31 * DAY);
  const { id: charge } = await newest(gateway);
  await gateway.act('settle', 'transactions', charge);
  for (const act of ['review', 'approve', 'review'] as const) await gateway.act(act, 'transactions', charge);
  expect(await status(id)).toBe('paid');
  await gateway.act('decline', 'transactions', charge);
  expect(await status(id)).toBe('pending_payment');
});
