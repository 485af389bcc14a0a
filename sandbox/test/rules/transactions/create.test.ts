import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createGateway, type Gateway, type Json, test } from '../gateway.ts';
import { by3ds, byBoleto, byCard, byPix, card, REFUSED, subscribe } from '../requests.ts';

const NOW = '2026-11-20T13:05:41.482000Z';

const link = (gateway: Gateway): Promise<Json> => gateway.call('createPaymentLink', { body: { amount: 500 } });

test('response-requiredness: it has all fields of the document, null for what the request omits', async ({
  gateway,
}) => {
  const body = { amount: 500, payment_method: 'pix', async: true };
  expect(await gateway.createInvalid(body)).toStrictEqual({
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

test('each field of a transaction in the contract is in a response to some payment', async ({ gateway }) => {
  const { Transaction } = JSON.parse(readFileSync('generated/openapi.json', 'utf8')).components.schemas;
  const bodies = [byPix(), byCard(), by3ds(), byBoleto(), byCard({ card: card(REFUSED) })];
  const shown = new Set<string>();
  for (const body of bodies) for (const name of Object.keys(await gateway.createInvalid(body))) shown.add(name);

  const missing = Object.keys(Transaction.properties).filter((name) => !shown.has(name));
  // Only payments with receivers and charges of a subscription have these two.
  expect(missing).toEqual(['split', 'subscription_id']);
});

test('a card payment has a number, the session and the IP address of the request', async ({ gateway }) => {
  const body = by3ds({ session: 'session-1', threeDSecure: { ipAddress: '203.0.113.7' }, reference_key: 'order-1' });
  const created = await gateway.createInvalid(body);
  expect(created).toMatchObject({
    tid: String(70_000_000 + created.id),
    session: 'session-1',
    ip_address: '203.0.113.7',
    reference_key: 'order-1',
  });
  expect(created.card).not.toHaveProperty('id');
  expect(created).not.toHaveProperty('split');
  expect(created).not.toHaveProperty('subscription_id');
  const byAnotherKey = byCard({ reference_key: 'order-2' });
  expect(await gateway.create(byAnotherKey)).toMatchObject({ reference_key: 'order-2' });
});

test('transactions are found by their customer, link and subscription', async ({ gateway }) => {
  const groups = async () => {
    const [{ id }] = (await gateway.transactions()) as [Json];
    return (await gateway.run((work) => work.get('transactions', id)))?.groups;
  };
  await gateway.createInvalid({ amount: 500, payment_method: 'pix' });
  expect(await groups()).toEqual([]);
  const { customer } = await gateway.create(byPix());
  expect(await groups()).toEqual([`customers:${customer.id}`]);
  const { id } = await link(gateway);
  await gateway.act('checkout', 'links', id, { payment_method: 'pix' });
  expect(await groups()).toEqual([`links:${id}`]);
  const subscription = await subscribe(gateway, { payment_method: 'pix', customer: byPix().customer });
  expect(await groups()).toEqual([`customers:${customer.id}`, `subscriptions:${subscription.id}`]);
});

test.each([
  [1, 'by card', { payment_method: 'credit_card', card: card() }],
  [0, 'by Pix', { payment_method: 'pix' }],
])('link-payments: the event of a link follows its payment: %i at once %s', async (count, _name, body) => {
  const gateway = createGateway();
  const { id } = await gateway.act('checkout', 'links', (await link(gateway)).id, body);
  expect(await gateway.eventCount('link.paid')).toBe(count);
  if (count === 0) await gateway.act('pay', 'transactions', id);
  expect(await gateway.eventCount('link.paid')).toBe(1);
  await gateway.act('review', 'transactions', id);
  await gateway.act('approve', 'transactions', id);
  expect(await gateway.eventCount('link.paid')).toBe(1);
  const key = await gateway.run((work) => work.get('transactions', id)?.keys);
  expect(key).toEqual([expect.stringMatching(/^page:[\w-]{22}$/)]);
});
