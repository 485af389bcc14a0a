import { expect, test } from 'vitest';
import { parameters } from '../../../../core/generated/parameters.js';
import type { JsonObject } from '../../../../core/src/util/json.js';
import { createGateway, DAY, example, type GatewayOptions, type Json } from '../gateway.ts';
import { APPROVED, card, REFUSED, STAYS_PROCESSING, subscribe } from '../requests.ts';

const RETRIES: readonly number[] = parameters['subscription-cycle'].retry_days;
const [FIRST = 0, SECOND = 0] = RETRIES;
const LAST = Math.max(...RETRIES);

/** Returns the line of a charge some days after a day of November or December 2026. */
const charged = (day: string, days: number, status: string) =>
  `${new Date(Date.parse(`2026-${day}T13:05Z`) + days * DAY).toISOString().slice(0, 16)} ${status}`;

interface Subscribed extends GatewayOptions {
  readonly price?: JsonObject;
  readonly body?: JsonObject;
}

async function subscribed({ price = {}, body = {}, ...options }: Subscribed = {}) {
  const gateway = createGateway(options);
  const request = { ...example('createSubscription', 'objects'), async: false, card: card(), ...body };
  const { price_id: _example, ...sent } = request as Json;
  const subscription = await subscribe(gateway, sent, price);
  const { id, price: subscribedPrice } = subscription;
  const params = { id };
  const retrieve = () => gateway.call('retrieveSubscription', { params });
  return {
    gateway,
    subscription,
    params,
    plan_id: subscribedPrice.plan_id,
    price_id: subscribedPrice.id,
    request: { ...sent, price_id: subscribedPrice.id },
    retrieve,
    status: async () => (await retrieve()).status,
    update: (body: JsonObject) => gateway.call('updateSubscription', { params, body }),
    cancel: () => gateway.call('cancelSubscription', { params }),
    /** Returns the time and status of each charge, oldest first. */
    charges: async () =>
      (await gateway.transactions()).map(({ created_at, status }) => `${created_at.slice(0, 16)} ${status}`).reverse(),
  };
}

test('subscription-cycle: without a trial it charges at once, and on the same day each month, the price of its start', async () => {
  const { gateway, subscription, price_id, retrieve, charges } = await subscribed();
  expect(subscription).toMatchObject({
    status: 'paid',
    price: { amount: 4990 },
    customer: { email: 'maria.souza@example.com' },
    card: { brand: 'visa', card_last_digits: '1111' },
    current_period_start: '2026-11-20T13:05:41.482000Z',
    current_period_end: '2026-12-20T13:05:41.482000Z',
    canceled_at: null,
  });
  await gateway.call('updatePrice', { params: { id: price_id }, body: { amount: 9990 } });
  await gateway.advance(62 * DAY);
  expect(await charges()).toEqual(['2026-11-20T13:05 paid', '2026-12-20T13:05 paid', '2027-01-20T13:05 paid']);
  expect(await retrieve()).toMatchObject({
    status: 'paid',
    current_period_start: '2027-01-20T13:05:41.482000Z',
    current_period_end: '2027-02-20T13:05:41.482000Z',
  });
  expect((await gateway.transactions()).map(({ amount }) => amount)).toEqual([4990, 4990, 4990]);
});

test('subscription-cycle: from the 31st it returns to it after a shorter month, also after a change', async () => {
  const { gateway, update, charges } = await subscribed({ start: '2026-12-31T10:00:00Z' });
  await gateway.advance(41 * DAY);
  await update({ metadata: '{"club":"tea"}' });
  await gateway.advance(59 * DAY);
  expect(await charges()).toEqual([
    '2026-12-31T10:00 paid',
    '2027-01-31T10:00 paid',
    '2027-02-28T10:00 paid',
    '2027-03-31T10:00 paid',
  ]);
});

test('subscription-cycle: a trial charges nothing until it ends', async () => {
  const { gateway, subscription, retrieve, charges } = await subscribed({ price: { trial_days: 7 } });
  expect(subscription).toMatchObject({ status: 'trialing', current_period_end: '2026-11-27T13:05:41.482000Z' });
  await gateway.advance(7 * DAY - 1);
  expect(await charges()).toEqual([]);
  await gateway.advance(1);
  expect(await charges()).toEqual(['2026-11-27T13:05 paid']);
  expect(await retrieve()).toMatchObject({
    status: 'paid',
    current_period_start: '2026-11-27T13:05:41.482000Z',
    current_period_end: '2026-12-27T13:05:41.482000Z',
  });
});

test('subscription-cycle: a trial whose first charge is refused ends as pending', async () => {
  const { gateway, status } = await subscribed({ price: { trial_days: 7 }, body: { card: card(REFUSED) } });
  await gateway.advance(7 * DAY);
  expect(await status()).toBe('pending_payment');
});

test(`subscription-cycle: a card that starts to fail is retried after ${RETRIES.join(', ')} days, then it is unpaid`, async () => {
  const { gateway, subscription, params, retrieve, status, charges } = await subscribed();
  const { card_id } = subscription.card;
  expect(await gateway.act('fail', 'subscriptions', params.id)).toMatchObject({ card_id });
  await gateway.advance(30 * DAY);
  expect(await status()).toBe('pending_payment');
  const { current_period_end } = await retrieve();
  await gateway.advance(LAST * DAY - 1);
  expect(await status()).toBe('pending_payment');
  await gateway.advance(1);
  expect(await status()).toBe('unpaid');
  // A retry is for the same period.
  expect((await retrieve()).current_period_end).toBe(current_period_end);
  await gateway.advance(365 * DAY);
  expect(await charges()).toEqual([
    '2026-11-20T13:05 paid',
    ...[0, ...RETRIES].map((days) => charged('12-20', days, 'refused')),
  ]);
});

test('the next retry succeeds if the issuer accepts the card of the subscription again', async () => {
  const { gateway, subscription, params, status, charges } = await subscribed();
  const { card_id } = subscription.card;
  await gateway.act('fail', 'subscriptions', params.id);
  await gateway.advance(30 * DAY);
  expect(await gateway.act('accept', 'subscriptions', params.id)).toMatchObject({ card_id });
  await gateway.advance(FIRST * DAY);
  expect([await status(), ...(await charges()).slice(1)]).toEqual([
    'paid',
    '2026-12-20T13:05 refused',
    charged('12-20', FIRST, 'paid'),
  ]);
});

test('the next retry charges the new card, and the billing dates stay the same', async () => {
  const { gateway, params, update, charges } = await subscribed();
  await gateway.act('fail', 'subscriptions', params.id);
  await gateway.advance((30 + FIRST) * DAY);
  const updated = await update({ card: card('5555555555554444') });
  expect(updated).toMatchObject({ status: 'pending_payment', card: { brand: 'mastercard' } });
  await gateway.advance((61 - FIRST) * DAY);
  expect(await charges()).toEqual([
    '2026-11-20T13:05 paid',
    '2026-12-20T13:05 refused',
    charged('12-20', FIRST, 'refused'),
    charged('12-20', SECOND, 'paid'),
    '2027-01-20T13:05 paid',
  ]);
});

test('an unpaid subscription stays so while its charge is open or if it fails, and continues once it is paid', async () => {
  const { gateway, subscription, params, update, status, charges } = await subscribed({
    body: { card: card(REFUSED) },
  });
  const pay = () => gateway.act('pay', 'subscriptions', params.id);
  expect(subscription.status).toBe('pending_payment');
  await gateway.advance((LAST + 1) * DAY);
  expect(await status()).toBe('unpaid');
  expect(await pay()).toMatchObject({ status: 'unpaid' });
  const { id: card_id } = await gateway.call('createCard', { body: card(STAYS_PROCESSING) });
  await update({ card_id });
  expect(await pay()).toMatchObject({ status: 'unpaid' });
  const [open] = await gateway.transactions();
  await gateway.act('decline', 'transactions', open.id);
  await gateway.advance(10 * DAY);
  expect([await status(), (await charges()).length]).toEqual(['unpaid', RETRIES.length + 3]);
  await pay();
  expect(await pay()).toMatchObject({ status: 'paid' });
  expect((await charges()).at(-1)).toBe(charged('11-20', LAST + 11, 'paid'));
  await gateway.refuses(422, pay(), [
    `status: subscription ${params.id} is paid; to pay it, it must be pending_payment or unpaid`,
  ]);
  await gateway.advance((19 - LAST) * DAY);
  expect((await charges()).at(-1)).toBe('2026-12-20T13:05 processing');
});

test('security-code-refused: a security code that begins with 6 fails only the first charge', async () => {
  const { gateway, subscription, charges } = await subscribed({ body: { card: card(APPROVED, '612') } });
  expect(subscription.status).toBe('pending_payment');
  await gateway.advance(FIRST * DAY);
  expect(await charges()).toEqual(['2026-11-20T13:05 refused', charged('11-20', FIRST, 'paid')]);
});

test('async: true waits for the charge to settle, which does not end a cancellation', async () => {
  const { gateway, subscription, status, cancel, request } = await subscribed({ body: { async: true } });
  expect(subscription.status).toBe('pending_payment');
  await gateway.advance(1000);
  expect(await status()).toBe('paid');
  const { id } = await gateway.call('createSubscription', { body: request });
  await gateway.call('cancelSubscription', { params: { id } });
  await gateway.advance(1000);
  expect(await gateway.call('retrieveSubscription', { params: { id } })).toMatchObject({ status: 'canceled' });
  expect(await cancel()).toMatchObject({ status: 'canceled' });
});

test('subscription-cycle: it follows its open charge, which delays the next ones', async () => {
  const { gateway, charges, status } = await subscribed({ body: { card: card(STAYS_PROCESSING) } });
  const settle = async () => gateway.act('settle', 'transactions', (await gateway.transactions())[0].id);
  await gateway.advance(10 * DAY);
  expect([await status(), await charges()]).toEqual(['pending_payment', ['2026-11-20T13:05 processing']]);
  await settle();
  expect(await status()).toBe('paid');
  await gateway.advance(31 * DAY);
  const { id } = await settle();
  for (const act of ['review', 'approve', 'review'] as const) await gateway.act(act, 'transactions', id);
  expect(await status()).toBe('paid');
  await gateway.act('decline', 'transactions', id);
  expect(await status()).toBe('pending_payment');
});

test.each(['pix', 'boleto'])('by %s it is pending until the charge is paid, in each period', async (payment_method) => {
  const { gateway, subscription, params, status, charges } = await subscribed({
    body: { payment_method, metadata: undefined },
  });
  expect(subscription).toMatchObject({ status: 'pending_payment', metadata: null });
  expect(subscription).not.toHaveProperty('card');
  const [first] = await gateway.transactions();
  expect(first).toMatchObject({ status: 'waiting_payment', amount: 4990, payment_method });
  await gateway.act('pay', 'transactions', first.id);
  expect(await status()).toBe('paid');
  await gateway.advance(30 * DAY);
  expect((await charges()).at(-1)).toBe('2026-12-20T13:05 waiting_payment');
  expect(await status()).toBe('pending_payment');
  expect(await gateway.act('pay', 'subscriptions', params.id)).toMatchObject({ status: 'paid' });
  expect(await charges()).toEqual(['2026-11-20T13:05 paid', '2026-12-20T13:05 paid']);
});

test.each([
  ['boleto', 9_999_999_999],
  ['pix', 999_999_999_999],
])('a subscription by %s can have the amount %s, and not more, also after a trial', async (payment_method, amount) => {
  const { subscription } = await subscribed({ price: { amount }, body: { payment_method } });
  expect(subscription.status).toBe('pending_payment');
  const { gateway, update, request } = await subscribed({ price: { amount: amount + 1, trial_days: 7 } });
  const error = `price_id: its amount is more than the ${amount} centavos that a ${payment_method} carries`;
  await gateway.refuses(422, update({ payment_method }), [error]);
  await gateway.refuses(422, gateway.call('createSubscription', { body: { ...request, payment_method } }), [error]);
});

test('a subscription whose price or customer was dropped to free space continues, and can be canceled', async () => {
  const { gateway, retrieve, cancel } = await subscribed({ keep: 1 });
  const plan = await gateway.call('createPlan', { body: { name: 'other' } });
  await gateway.call('createPrice', { body: { plan_id: plan.id, amount: 1 } });
  await gateway.call('createCustomer', { body: {} });
  await gateway.call('createCard', { body: card(REFUSED) });
  await gateway.advance(31 * DAY);
  expect(await retrieve()).toMatchObject({ status: 'paid', current_period_start: '2026-12-20T13:05:41.482000Z' });
  expect(await cancel()).toMatchObject({ status: 'canceled' });
});

test('a subscription whose retry succeeds when its period of some days has ended also charges for the next one', async () => {
  const daily = { price: { interval: 'day', interval_count: FIRST }, body: { card: card(APPROVED, '612') } };
  const { gateway, retrieve, charges } = await subscribed(daily);
  await gateway.advance(FIRST * DAY + 1000);
  const paid = charged('11-20', FIRST, 'paid');
  expect(await charges()).toEqual(['2026-11-20T13:05 refused', paid, paid]);
  await gateway.advance(FIRST * DAY);
  expect(await charges()).toHaveLength(4);
  const [start = ''] = charged('11-20', 2 * FIRST, '').split(' ');
  expect(await retrieve()).toMatchObject({ status: 'paid', current_period_start: `${start}:41.482000Z` });
});

test.each([
  ['pays only the open charge', undefined, 1],
  ['is charged for all periods with charges-all', 'charges-all', 3],
] as const)('subscription-arrears: a new card after two unpaid months %s', async (_name, variant, charged) => {
  const paid = Array(charged).fill('2027-05-11T12:00 paid');
  const { gateway, params, retrieve, charges, update } = await subscribed({
    start: '2027-01-28T12:00:00Z',
    settings: { assumed: { 'subscription-arrears': variant } },
  });
  await gateway.act('fail', 'subscriptions', params.id);
  await gateway.advanceTo('2027-05-11T12:00:00Z');
  expect(await retrieve()).toMatchObject({ status: 'unpaid', current_period_start: '2027-02-28T12:00:00.000000Z' });
  const before = (await charges()).length;
  await update({ card: card('5555555555554444') });
  await gateway.act('pay', 'subscriptions', params.id);
  await gateway.advance(60_000);
  expect((await charges()).slice(before)).toEqual(paid);
  expect(await retrieve()).toMatchObject({
    status: 'paid',
    current_period_start: '2027-04-28T12:00:00.000000Z',
    current_period_end: '2027-05-28T12:00:00.000000Z',
  });
  await gateway.advanceTo('2027-05-28T12:00:01Z');
  expect((await charges()).slice(before)).toEqual([...paid, '2027-05-28T12:00 paid']);
});

test('card-expired: a card that expires between two charges fails at the renewal', async () => {
  const expiring = { ...card(), card_expiration_date: '0227' };
  const { gateway, status, charges } = await subscribed({ start: '2027-02-15T12:00:00Z', body: { card: expiring } });
  expect(await status()).toBe('paid');
  await gateway.advanceTo('2027-03-15T12:00:01Z');
  expect(await charges()).toEqual(['2027-02-15T12:00 paid', '2027-03-15T12:00 refused']);
  const [refused] = await gateway.transactions();
  expect(refused.refused_reason).toEqual({ reason: 'Cartão vencido' });
});

test('an unpaid Pix is a failed charge', async () => {
  const { gateway, charges } = await subscribed({ body: { payment_method: 'pix' } });
  await gateway.advance((LAST + 15) * DAY);
  // A Pix ends after a day, and the retries count from there.
  const days = [0, ...RETRIES.map((days) => days + 1)];
  expect(await charges()).toEqual(days.map((day) => charged('11-20', day, 'canceled')));
});

test('a refund of a charge, or a failed review of an earlier one, does not change the subscription', async () => {
  const { gateway, status } = await subscribed();
  await gateway.advance(31 * DAY);
  const [latest, first] = await gateway.transactions();
  await gateway.act('review', 'transactions', first.id);
  await gateway.act('decline', 'transactions', first.id);
  await gateway.refund(latest.id);
  expect(await status()).toBe('paid');
});

test('subscription-cycle: a cancellation is immediate, and final', async () => {
  const { gateway, params, cancel, update, charges } = await subscribed();
  await gateway.advance(DAY);
  expect(await cancel()).toMatchObject({ status: 'canceled', canceled_at: '2026-11-21T13:05:41.482000Z' });
  await gateway.advance(365 * DAY);
  expect(await charges()).toHaveLength(1);
  const error = (wish: string) => [
    `status: subscription ${params.id} is canceled; to ${wish} it, it must be trialing, paid, pending_payment or unpaid`,
  ];
  await gateway.refuses(422, cancel(), error('cancel'));
  await gateway.refuses(422, update({}), error('change'));
});

test.each(['cancelSubscription', 'deleteSubscription'] as const)(
  'deletion-effects: objects that active subscriptions need cannot be removed, until %s',
  async (operation) => {
    const { gateway, plan_id, price_id, subscription, params, request, charges } = await subscribed();
    const needed = [
      ['deletePlan', 'plan', plan_id],
      ['deletePrice', 'price', price_id],
      ['deleteCustomer', 'customer', subscription.customer.id],
    ] as const;
    const refusesAll = async (whom: string) => {
      for (const [remove, name, id] of needed) {
        await gateway.refuses(422, gateway.call(remove, { params: { id } }), [
          `id: ${name} ${id} cannot be removed, because ${whom}; cancel first`,
        ]);
      }
    };
    await refusesAll('an active subscription needs it');
    const other = await gateway.call('createSubscription', { body: request });
    await refusesAll('2 active subscriptions need it');
    await gateway.call('deleteSubscription', { params: { id: other.id } });
    await gateway.refuses(404, gateway.call('retrieveSubscription', { params: { id: other.id } }));
    await refusesAll('an active subscription needs it');
    const ended = await gateway.call(operation, { params });
    for (const [remove, , id] of needed)
      expect(await gateway.call(remove, { params: { id } })).toEqual({ id, deleted: true });
    const isKept = operation === 'cancelSubscription';
    expect(await gateway.call('listSubscriptions')).toMatchObject({ data: isKept ? [ended] : [] });
    await gateway.advance(365 * DAY);
    expect(await charges()).toHaveLength(2);
  },
);

test('subscription-cycle: a new price applies from the end of the period, and the old one can be removed', async () => {
  const { gateway, plan_id, price_id, update, charges } = await subscribed();
  const weekly = await gateway.call('createPrice', { body: { plan_id, amount: 990, interval: 'week' } });
  await update({ price_id: weekly.id });
  expect(await gateway.call('deletePrice', { params: { id: price_id } })).toMatchObject({ deleted: true });
  await gateway.refuses(422, gateway.call('deletePrice', { params: { id: weekly.id } }));
  await gateway.advance(40 * DAY);
  expect(await charges()).toEqual(['2026-11-20T13:05 paid', '2026-12-20T13:05 paid', '2026-12-27T13:05 paid']);
  expect((await gateway.transactions()).map(({ amount }) => amount)).toEqual([990, 990, 4990]);
});

test('a subscription can use identifiers of an existing customer and a stored card', async () => {
  const { gateway, price_id, subscription } = await subscribed();
  const { customer, card } = subscription;
  const body = { price_id, customer_id: customer.id, card_id: card.card_id, payment_method: 'credit_card' };
  const second = await gateway.call('createSubscription', { body });
  expect(second).toMatchObject({ status: 'paid', customer: { id: customer.id }, card: { card_id: card.card_id } });
});

test.each([
  { price_id: 4711 },
  { payment_method: 'debit_card' },
  { customer_id: 4711 },
  { card_id: 4711 },
  { card: undefined },
])('%j is refused, and nothing is stored', async (changes) => {
  const { gateway, request } = await subscribed();
  const before = await gateway.dump();
  const body = JSON.parse(JSON.stringify({ ...request, ...changes }));
  await gateway.refuses(422, gateway.call('createSubscription', { body }));
  expect(await gateway.dump()).toBe(before);
});

test('a price of a removed plan is refused', async () => {
  const { gateway, plan_id, price_id, request, cancel } = await subscribed();
  await cancel();
  await gateway.call('deletePlan', { params: { id: plan_id } });
  await gateway.refuses(422, gateway.call('createSubscription', { body: request }), [
    `price_id: the plan of price ${price_id} was removed`,
  ]);
});

test('subscription-charges: each charge has the metadata, customer, card and billing address of its subscription', async () => {
  const address = { street: 'Rua das Flores', zipcode: '01001000' };
  const metadata = '{"club":"coffee"}';
  const { gateway, subscription, retrieve, update } = await subscribed({ body: { metadata, address } });
  const { id, customer, card } = subscription;
  expect(subscription.metadata).toBe(metadata);
  await gateway.advance(31 * DAY);
  const charge = {
    subscription_id: id,
    metadata,
    amount: 4990,
    installments: 1,
    payment_method: 'credit_card',
    customer,
    card: { card_id: card.card_id, brand: 'visa' },
    billing: { name: customer.name, address: { ...address, complementary: null } },
  };
  expect(await gateway.transactions()).toMatchObject([charge, charge]);
  const changed = await update({ metadata: '{"club":"tea"}' });
  expect(changed.metadata).toBe('{"club":"tea"}');
  expect(await update({})).toMatchObject({ metadata: '{"club":"tea"}' });
  expect(await retrieve()).toEqual(changed);
});

test('a change of the payment method applies from the next charge, and a card needs card or card_id', async () => {
  const { gateway, params, update } = await subscribed({ body: { payment_method: 'pix' } });
  await gateway.refuses(422, update({ payment_method: 'credit_card' }), [
    'card: a payment by card takes card, or card_id of a stored one',
  ]);
  await gateway.refuses(422, update({ payment_method: 'debit_card' }), [
    'payment_method: a subscription is paid by credit_card, pix, boleto',
  ]);
  const { id: card_id } = await gateway.call('createCard', { body: card('5555555555554444') });
  const updated = await update({ payment_method: 'credit_card', card_id });
  expect(updated).toMatchObject({ status: 'pending_payment', card: { brand: 'mastercard' } });
  expect((await update({})).card).toEqual(updated.card);
  await gateway.act('pay', 'subscriptions', params.id);
  await gateway.advance(30 * DAY);
  const [charge] = await gateway.transactions();
  expect(charge).toMatchObject({ status: 'paid', payment_method: 'credit_card', card: { card_id } });
});

test('a retry waits for an open charge, which the retry times continue to count', async () => {
  const { gateway, update, charges } = await subscribed({ body: { card: card(REFUSED) } });
  const { id: card_id } = await gateway.call('createCard', { body: card(STAYS_PROCESSING) });
  await update({ card_id });
  await gateway.advance(FIRST * DAY);
  const [open] = await gateway.transactions();
  expect(open.status).toBe('processing');
  const half = ((SECOND - FIRST) * DAY) / 2;
  await gateway.advance(half);
  expect(await charges()).toHaveLength(2);
  await gateway.act('decline', 'transactions', open.id);
  await gateway.advance(half);
  expect((await charges()).at(-1)).toBe(charged('11-20', SECOND, 'processing'));
});
