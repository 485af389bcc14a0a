import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/contract/json.js';
import { createGateway, DAY, example, type Gateway, type Json } from '../gateway.ts';
import { APPROVED, byPix, card, REFUSED, STAYS_PROCESSING } from '../requests.ts';

async function subscribed({
  price = {},
  body = {},
  start,
  keep,
}: {
  price?: JsonObject;
  body?: JsonObject;
  start?: string;
  keep?: number;
} = {}) {
  const gateway = createGateway({ ...(start && { start }), ...(keep && { keep }) });
  const plan = await gateway.call('createPlan', { body: { name: 'Clube do café' } });
  const { id: price_id } = await gateway.call('createPrice', { body: { plan_id: plan.id, amount: 4990, ...price } });
  const request = { ...example('createSubscription', 'objects'), price_id, async: false, card: card(), ...body };
  const subscription = await gateway.call('createSubscription', { body: request });
  return { gateway, plan, price_id, request, subscription, params: { id: subscription.id } };
}

/** Returns the time and status of each charge, oldest first. */
async function charges(gateway: Gateway): Promise<string[]> {
  const { data } = await gateway.call('listTransactions', { query: { per_page: '100' } });
  return data.map(({ created_at, status }: Json) => `${created_at.slice(0, 16)} ${status}`).reverse();
}

test('subscription-cycle: without a trial it starts with a charge, and charges again on the same day each month', async () => {
  const { gateway, subscription, params } = await subscribed();
  expect(subscription).toMatchObject({
    status: 'paid',
    price: { amount: 4990 },
    customer: { email: 'maria.souza@example.com' },
    card: { brand: 'visa', card_last_digits: '1111' },
    current_period_start: '2026-11-20T13:05:41.482000Z',
    current_period_end: '2026-12-20T13:05:41.482000Z',
    canceled_at: null,
  });
  await gateway.advance(62 * DAY);
  expect(await charges(gateway)).toEqual(['2026-11-20T13:05 paid', '2026-12-20T13:05 paid', '2027-01-20T13:05 paid']);
  expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({
    status: 'paid',
    current_period_start: '2027-01-20T13:05:41.482000Z',
    current_period_end: '2027-02-20T13:05:41.482000Z',
  });
  const [latest] = (await gateway.call('listTransactions')).data;
  expect(latest).toMatchObject({
    amount: 4990,
    payment_method: 'credit_card',
    metadata: subscription.metadata ?? expect.anything(),
    card: { brand: 'visa' },
  });
  expect(latest.customer).toEqual(subscription.customer);
});

test('subscription-cycle: a subscription from the 31st returns to it after a shorter month', async () => {
  const { gateway } = await subscribed({ start: '2026-12-31T10:00:00Z' });
  await gateway.advance(100 * DAY);
  expect(await charges(gateway)).toEqual([
    '2026-12-31T10:00 paid',
    '2027-01-31T10:00 paid',
    '2027-02-28T10:00 paid',
    '2027-03-31T10:00 paid',
  ]);
});

test('subscription-cycle: a change that keeps the price keeps the day of the charge', async () => {
  const { gateway, params } = await subscribed({ start: '2026-12-31T10:00:00Z' });
  await gateway.advance(41 * DAY);
  await gateway.call('updateSubscription', { params, body: { metadata: '{"club":"tea"}' } });
  await gateway.advance(50 * DAY);
  expect((await charges(gateway)).at(-1)).toBe('2027-03-31T10:00 paid');
});

test('subscription-cycle: a trial charges nothing until it ends', async () => {
  const { gateway, subscription, params } = await subscribed({ price: { trial_days: 7 } });
  expect(subscription).toMatchObject({ status: 'trialing', current_period_end: '2026-11-27T13:05:41.482000Z' });
  await gateway.advance(7 * DAY - 1);
  expect(await charges(gateway)).toEqual([]);
  await gateway.advance(1);
  expect(await charges(gateway)).toEqual(['2026-11-27T13:05 paid']);
  expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({
    status: 'paid',
    current_period_start: '2026-11-27T13:05:41.482000Z',
    current_period_end: '2026-12-27T13:05:41.482000Z',
  });
});

test('subscription-cycle: a card that starts to fail is retried after 1, 3 and 5 days, then the subscription is unpaid', async () => {
  const { gateway, subscription, params } = await subscribed();
  expect(await gateway.act('fail', 'subscriptions', subscription.id)).toMatchObject({
    card_id: subscription.card.card_id,
  });
  const status = async () => (await gateway.call('retrieveSubscription', { params })).status;
  await gateway.advance(30 * DAY);
  expect(await status()).toBe('pending_payment');
  await gateway.advance(5 * DAY - 1);
  expect(await status()).toBe('pending_payment');
  await gateway.advance(1);
  expect(await status()).toBe('unpaid');
  await gateway.advance(365 * DAY);
  expect(await charges(gateway)).toEqual([
    '2026-11-20T13:05 paid',
    '2026-12-20T13:05 refused',
    '2026-12-21T13:05 refused',
    '2026-12-23T13:05 refused',
    '2026-12-25T13:05 refused',
  ]);
});

test('the next retry charges the new card, and the billing dates stay the same', async () => {
  const { gateway, subscription, params } = await subscribed();
  await gateway.act('fail', 'subscriptions', subscription.id);
  await gateway.advance(31 * DAY);
  const updated = await gateway.call('updateSubscription', { params, body: { card: card('5555555555554444') } });
  expect(updated).toMatchObject({ status: 'pending_payment', card: { brand: 'mastercard' } });
  await gateway.advance(60 * DAY);
  expect(await charges(gateway)).toEqual([
    '2026-11-20T13:05 paid',
    '2026-12-20T13:05 refused',
    '2026-12-21T13:05 refused',
    '2026-12-23T13:05 paid',
    '2027-01-20T13:05 paid',
  ]);
});

test('an unpaid subscription can be paid outside the API, and continues', async () => {
  const { gateway, subscription, params } = await subscribed({ body: { card: card(REFUSED) } });
  expect(subscription.status).toBe('pending_payment');
  await gateway.advance(6 * DAY);
  expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({ status: 'unpaid' });
  expect(await gateway.act('pay', 'subscriptions', subscription.id)).toMatchObject({ status: 'unpaid' });
  await gateway.call('updateSubscription', { params, body: { card: card() } });
  expect(await gateway.act('pay', 'subscriptions', subscription.id)).toMatchObject({ status: 'paid' });
  expect(await gateway.refusal(gateway.act('pay', 'subscriptions', subscription.id))).toMatchObject({ status: 422 });
  await gateway.advance(25 * DAY);
  expect((await charges(gateway)).at(-1)).toBe('2026-12-20T13:05 paid');
});

test('security-code-refused: a security code that begins with 6 fails only the first charge', async () => {
  const { gateway, subscription } = await subscribed({ body: { card: card(APPROVED, '612') } });
  expect(subscription.status).toBe('pending_payment');
  await gateway.advance(DAY);
  expect(await charges(gateway)).toEqual(['2026-11-20T13:05 refused', '2026-11-21T13:05 paid']);
});

test('async: true waits for the charge to settle', async () => {
  const { gateway, subscription, params } = await subscribed({ body: { async: true } });
  expect(subscription.status).toBe('pending_payment');
  await gateway.advance(1000);
  expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({ status: 'paid' });
});

test('a charge that stays processing delays the next ones until it settles', async () => {
  const { gateway, params } = await subscribed({ body: { card: card(STAYS_PROCESSING) } });
  await gateway.advance(10 * DAY);
  expect(await charges(gateway)).toEqual(['2026-11-20T13:05 processing']);
  const [{ id }] = (await gateway.call('listTransactions')).data;
  await gateway.act('settle', 'transactions', id);
  expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({ status: 'paid' });
});

test.each(['pix', 'boleto'])(
  'by %s it is pending until the charge is paid, and each period creates another charge',
  async (payment_method) => {
    const { gateway, subscription, params } = await subscribed({ body: { payment_method } });
    expect(subscription.status).toBe('pending_payment');
    expect(subscription).not.toHaveProperty('card');
    const [first] = (await gateway.call('listTransactions')).data;
    expect(first).toMatchObject({ status: 'waiting_payment', amount: 4990, payment_method });
    await gateway.act('pay', 'transactions', first.id);
    expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({ status: 'paid' });
    await gateway.advance(30 * DAY);
    expect((await charges(gateway)).at(-1)).toBe('2026-12-20T13:05 waiting_payment');
    expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({ status: 'pending_payment' });
  },
);

test('a payment outside the API pays the open charge and creates no second one', async () => {
  const { gateway, subscription } = await subscribed({ body: { payment_method: 'pix' } });
  expect(await gateway.act('pay', 'subscriptions', subscription.id)).toMatchObject({ status: 'paid' });
  expect(await charges(gateway)).toEqual(['2026-11-20T13:05 paid']);
});

test('an amount too large for a boleto is refused at once, not at the end of the trial', async () => {
  const { gateway, plan, request } = await subscribed();
  const { id: price_id } = await gateway.call('createPrice', {
    body: { plan_id: plan.id, amount: 1e12, trial_days: 7 },
  });
  const body = { ...request, price_id, payment_method: 'boleto' };
  expect(await gateway.refusal(gateway.call('createSubscription', { body }))).toMatchObject({ status: 422 });
});

test('a subscription whose price or customer was dropped to free space continues, and can be canceled', async () => {
  const { gateway, params } = await subscribed({ keep: 1 });
  const plan = await gateway.call('createPlan', { body: { name: 'other' } });
  await gateway.call('createPrice', { body: { plan_id: plan.id, amount: 1 } });
  await gateway.call('createCustomer', { body: {} });
  await gateway.call('createCard', { body: card(REFUSED) });
  await gateway.advance(31 * DAY);
  expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({
    status: 'paid',
    current_period_start: '2026-12-20T13:05:41.482000Z',
  });
  expect(await gateway.call('cancelSubscription', { params })).toMatchObject({ status: 'canceled' });
});

test('a daily subscription whose retry succeeds after the day has ended charges for the missed days', async () => {
  const { gateway, params } = await subscribed({ price: { interval: 'day' }, body: { card: card(APPROVED, '612') } });
  await gateway.advance(DAY + 1000);
  expect(await charges(gateway)).toEqual([
    '2026-11-20T13:05 refused',
    '2026-11-21T13:05 paid',
    '2026-11-21T13:05 paid',
  ]);
  await gateway.advance(DAY);
  expect(await charges(gateway)).toHaveLength(4);
  expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({
    status: 'paid',
    current_period_start: '2026-11-22T13:05:41.482000Z',
  });
});

test('an unpaid PIX is a failed charge', async () => {
  const { gateway } = await subscribed({ body: { payment_method: 'pix' } });
  await gateway.advance(20 * DAY);
  expect(await charges(gateway)).toEqual([
    '2026-11-20T13:05 canceled',
    '2026-11-22T13:05 canceled',
    '2026-11-24T13:05 canceled',
    '2026-11-26T13:05 canceled',
  ]);
});

test('a refund of a charge does not change the subscription', async () => {
  const { gateway, params } = await subscribed();
  const [{ id }] = (await gateway.call('listTransactions')).data;
  await gateway.call('refundTransaction', { params: { id } });
  expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({ status: 'paid' });
});

test('subscription-cycle: after an immediate cancellation there are no more charges', async () => {
  const { gateway, params } = await subscribed();
  await gateway.advance(DAY);
  expect(await gateway.call('cancelSubscription', { params })).toMatchObject({
    status: 'canceled',
    canceled_at: '2026-11-21T13:05:41.482000Z',
  });
  await gateway.advance(365 * DAY);
  expect(await charges(gateway)).toHaveLength(1);
  const legal = 'it must be trialing, paid, pending_payment or unpaid';
  expect(await gateway.refusal(gateway.call('cancelSubscription', { params }))).toEqual({
    status: 422,
    errors: [`status: subscription ${params.id} is canceled; to cancel it, ${legal}`],
  });
  expect(await gateway.refusal(gateway.call('updateSubscription', { params, body: {} }))).toMatchObject({
    status: 422,
  });
});

test('a charge that settles after the cancellation does not reactivate it', async () => {
  const { gateway, params } = await subscribed({ body: { async: true } });
  await gateway.call('cancelSubscription', { params });
  await gateway.advance(1000);
  expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({ status: 'canceled' });
});

test.each(['cancelSubscription', 'deleteSubscription'] as const)(
  'deletion-effects: objects that an active subscription needs cannot be removed, until %s',
  async (operation) => {
    const { gateway, plan, price_id, subscription, params } = await subscribed();
    const needed = [
      ['deletePlan', plan.id],
      ['deletePrice', price_id],
      ['deleteCustomer', subscription.customer.id],
    ] as const;
    for (const [remove, id] of needed) {
      expect(await gateway.refusal(gateway.call(remove, { params: { id } }))).toMatchObject({
        status: 422,
        errors: [expect.stringContaining('an active subscription needs it')],
      });
    }
    const ended = await gateway.call(operation, { params });
    for (const [remove, id] of needed)
      expect(await gateway.call(remove, { params: { id } })).toEqual({ id, deleted: true });
    if (operation === 'cancelSubscription')
      expect(await gateway.call('retrieveSubscription', { params })).toEqual(ended);
  },
);

test('a removed subscription is gone, and there are no more charges', async () => {
  const { gateway, params } = await subscribed();
  expect(await gateway.call('deleteSubscription', { params })).toEqual({ ...params, deleted: true });
  expect(await gateway.refusal(gateway.call('retrieveSubscription', { params }))).toMatchObject({ status: 404 });
  expect(await gateway.call('listSubscriptions')).toMatchObject({ data: [], total: 0 });
  await gateway.advance(365 * DAY);
  expect(await charges(gateway)).toHaveLength(1);
});

test('subscription-cycle: a new price applies from the end of the current period, and the old price can be removed', async () => {
  const { gateway, plan, price_id, params } = await subscribed();
  const weekly = await gateway.call('createPrice', { body: { plan_id: plan.id, amount: 990, interval: 'week' } });
  await gateway.call('updateSubscription', { params, body: { price_id: weekly.id } });
  expect(await gateway.call('deletePrice', { params: { id: price_id } })).toMatchObject({ deleted: true });
  expect(await gateway.refusal(gateway.call('deletePrice', { params: { id: weekly.id } }))).toMatchObject({
    status: 422,
  });
  await gateway.advance(40 * DAY);
  expect(await charges(gateway)).toEqual(['2026-11-20T13:05 paid', '2026-12-20T13:05 paid', '2026-12-27T13:05 paid']);
  expect((await gateway.call('listTransactions')).data.map(({ amount }: Json) => amount)).toEqual([990, 990, 4990]);
});

test('a change of the price does not change existing subscriptions', async () => {
  const { gateway, price_id } = await subscribed();
  await gateway.call('updatePrice', { params: { id: price_id }, body: { amount: 9990 } });
  await gateway.advance(31 * DAY);
  expect((await gateway.call('listTransactions')).data.map(({ amount }: Json) => amount)).toEqual([4990, 4990]);
});

test('a subscription can use identifiers of an existing customer and a stored card', async () => {
  const { gateway, price_id, subscription } = await subscribed();
  const body = {
    price_id,
    customer_id: subscription.customer.id,
    card_id: subscription.card.card_id,
    payment_method: 'credit_card',
  };
  const second = await gateway.call('createSubscription', { body });
  expect(second).toMatchObject({
    status: 'paid',
    customer: { id: subscription.customer.id },
    card: { card_id: subscription.card.card_id },
  });
  expect(await gateway.call('listSubscriptions')).toMatchObject({
    data: [{ id: second.id }, { id: subscription.id }],
    total: 2,
  });
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
  expect(await gateway.refusal(gateway.call('createSubscription', { body }))).toMatchObject({ status: 422 });
  expect(await gateway.dump()).toBe(before);
});

test('a price whose plan was removed accepts no new subscription', async () => {
  const { gateway, plan, params, request } = await subscribed();
  await gateway.call('cancelSubscription', { params });
  await gateway.call('deletePlan', { params: { id: plan.id } });
  expect(await gateway.refusal(gateway.call('createSubscription', { body: request }))).toMatchObject({ status: 422 });
});

test('an advance of one year creates exactly 12 charges', async () => {
  const { gateway } = await subscribed();
  await gateway.advance(365 * DAY - 1);
  expect(await charges(gateway)).toHaveLength(12);
});

test('subscription-charges: each charge names its subscription, and has its metadata', async () => {
  const { gateway, subscription, params } = await subscribed({ body: { metadata: '{"club":"coffee"}' } });
  expect(subscription.metadata).toBe('{"club":"coffee"}');
  await gateway.advance(31 * DAY);
  const { data } = await gateway.call('listTransactions');
  expect(data).toMatchObject([
    { subscription_id: subscription.id, metadata: '{"club":"coffee"}' },
    { subscription_id: subscription.id, metadata: '{"club":"coffee"}' },
  ]);
  const changed = await gateway.call('updateSubscription', { params, body: { metadata: '{"club":"tea"}' } });
  expect(changed.metadata).toBe('{"club":"tea"}');
  expect(await gateway.call('updateSubscription', { params, body: {} })).toMatchObject({ metadata: '{"club":"tea"}' });
  expect(await gateway.call('retrieveSubscription', { params })).toEqual(changed);
});

test('a subscription without metadata returns null, and other transactions name no subscription', async () => {
  const { gateway, subscription } = await subscribed({ body: { metadata: undefined } });
  expect(subscription.metadata).toBeNull();
  expect(await gateway.call('createTransaction', { body: byPix() })).not.toHaveProperty('subscription_id');
});

test('a failed review of an earlier charge does not change the subscription', async () => {
  const { gateway, params } = await subscribed();
  const [first] = (await gateway.call('listTransactions')).data;
  await gateway.advance(31 * DAY);
  await gateway.act('review', 'transactions', first.id);
  await gateway.act('decline', 'transactions', first.id);
  expect(await gateway.call('retrieveSubscription', { params })).toMatchObject({ status: 'paid' });
});

test('deletion-effects: the error names the number of active subscriptions', async () => {
  const { gateway, price_id, subscription, request } = await subscribed();
  const remove = async () => (await gateway.refusal(gateway.call('deletePrice', { params: { id: price_id } }))).errors;
  const because = (whom: string) => [`id: price ${price_id} cannot be removed, because ${whom}; cancel first`];
  expect(await remove()).toEqual(because('an active subscription needs it'));
  await gateway.call('createSubscription', { body: request });
  expect(await remove()).toEqual(because('2 active subscriptions need it'));
  await gateway.act('cancel', 'subscriptions', subscription.id);
  expect(await remove()).toEqual(because('an active subscription needs it'));
});

test('subscription-charges: a charge has the customer, the card and the billing address of the subscription', async () => {
  const address = { street: 'Rua das Flores', zipcode: '01001000' };
  const { gateway, subscription } = await subscribed({ body: { address } });
  const [charge] = (await gateway.call('listTransactions')).data;
  expect(charge).toMatchObject({
    amount: 4990,
    installments: 1,
    customer: subscription.customer,
    card: { card_id: subscription.card.card_id },
    billing: { name: subscription.customer.name, address: { ...address, complementary: null } },
  });
  await gateway.advance(31 * DAY);
  expect((await gateway.call('listTransactions')).data[0].billing).toMatchObject({ address });
});

test('a change of the payment method applies from the next charge, and a card needs card or card_id', async () => {
  const { gateway, params } = await subscribed({ body: { payment_method: 'pix' } });
  const update = (body: JsonObject) => gateway.call('updateSubscription', { params, body });
  expect((await gateway.refusal(update({ payment_method: 'credit_card' }))).errors).toEqual([
    'card: a payment by card takes card, or card_id of a stored one',
  ]);
  expect((await gateway.refusal(update({ payment_method: 'debit_card' }))).errors).toEqual([
    'payment_method: a subscription is paid by credit_card, pix, boleto',
  ]);
  const { id: card_id } = await gateway.call('createCard', { body: card('5555555555554444') });
  const updated = await update({ payment_method: 'credit_card', card_id });
  expect(updated).toMatchObject({ status: 'pending_payment', card: { brand: 'mastercard' } });
  expect((await update({})).card).toEqual(updated.card);
  await gateway.act('pay', 'subscriptions', params.id);
  await gateway.advance(30 * DAY);
  const [charge] = (await gateway.call('listTransactions')).data;
  expect(charge).toMatchObject({ status: 'paid', payment_method: 'credit_card', card: { card_id } });
});

test('an amount must fit the payment method when the subscription is changed', async () => {
  const { gateway, params } = await subscribed({ price: { amount: 1e12 } });
  const change = (payment_method: string) => gateway.call('updateSubscription', { params, body: { payment_method } });
  for (const [method, most] of [
    ['boleto', 9_999_999_999],
    ['pix', 999_999_999_999],
  ] as const) {
    expect((await gateway.refusal(change(method))).errors).toEqual([
      `price_id: its amount is more than the ${most} centavos that a ${method} carries`,
    ]);
  }
  expect(await change('credit_card')).toMatchObject({ status: 'paid' });
});

test.each([
  ['boleto', 9_999_999_999],
  ['pix', 999_999_999_999],
])('a subscription by %s can have the amount %s', async (payment_method, amount) => {
  const { subscription } = await subscribed({ price: { amount }, body: { payment_method } });
  expect(subscription.status).toBe('pending_payment');
});

test('an unpaid subscription stays unpaid while its charge is open, or if the charge fails', async () => {
  const { gateway, params } = await subscribed({ body: { card: card(REFUSED) } });
  const status = async () => (await gateway.call('retrieveSubscription', { params })).status;
  await gateway.advance(6 * DAY);
  const { id: card_id } = await gateway.call('createCard', { body: card(STAYS_PROCESSING) });
  await gateway.call('updateSubscription', { params, body: { card_id } });
  expect(await gateway.act('pay', 'subscriptions', params.id)).toMatchObject({ status: 'unpaid' });
  expect(await charges(gateway)).toHaveLength(5);
  const [{ id }] = (await gateway.call('listTransactions')).data;
  await gateway.act('decline', 'transactions', id);
  await gateway.advance(10 * DAY);
  expect([await status(), (await charges(gateway)).length]).toEqual(['unpaid', 5]);
  await gateway.act('pay', 'subscriptions', params.id);
  expect(await gateway.act('pay', 'subscriptions', params.id)).toMatchObject({ status: 'paid' });
  expect((await charges(gateway)).at(-1)).toBe('2026-12-06T13:05 paid');
});

test('the error for a subscription that needs no payment names the states', async () => {
  const { gateway, params, plan } = await subscribed();
  expect((await gateway.refusal(gateway.act('pay', 'subscriptions', params.id))).errors).toEqual([
    `status: subscription ${params.id} is paid; to pay it, it must be pending_payment or unpaid`,
  ]);
  await gateway.act('cancel', 'subscriptions', params.id);
  expect((await gateway.refusal(gateway.call('updateSubscription', { params, body: {} }))).errors).toEqual([
    `status: subscription ${params.id} is canceled; to change it, it must be trialing, paid, pending_payment or unpaid`,
  ]);
  const { id } = await gateway.call('createPrice', { body: { plan_id: plan.id, amount: 5 } });
  await gateway.call('deletePlan', { params: { id: plan.id } });
  const body = { price_id: id, payment_method: 'pix' };
  expect((await gateway.refusal(gateway.call('createSubscription', { body }))).errors).toEqual([
    `price_id: the plan of price ${id} was removed`,
  ]);
});

test('a retry waits for an open charge, which the retry times continue to count', async () => {
  const { gateway, params } = await subscribed({ body: { card: card(REFUSED) } });
  const { id: card_id } = await gateway.call('createCard', { body: card(STAYS_PROCESSING) });
  await gateway.call('updateSubscription', { params, body: { card_id } });
  await gateway.advance(DAY);
  const [open] = (await gateway.call('listTransactions')).data;
  expect(open.status).toBe('processing');
  await gateway.advance(DAY);
  expect(await charges(gateway)).toHaveLength(2);
  await gateway.act('decline', 'transactions', open.id);
  await gateway.advance(DAY);
  expect((await charges(gateway)).at(-1)).toBe('2026-11-23T13:05 processing');
});
