import { expect } from 'vitest';
import { parameters } from '../../../../core/generated/parameters.js';
import { createGateway, DAY, test } from '../gateway.ts';
import { byBoleto, byCard, byPix, card, STAYS_PROCESSING } from '../requests.ts';

/** Days for which an authorization can be captured. */
const { days } = parameters['authorization-expiry'];

const created = async (body: object) => {
  const gateway = createGateway();
  const { id } = await gateway.create(byCard({ ...body }));
  return {
    gateway,
    id,
    act: (name: Parameters<typeof gateway.act>[0], options = {}) => gateway.act(name, 'transactions', id, options),
    retrieve: () => gateway.retrieve(id),
    refund: (amount: number) => gateway.refund(id, { amount }),
    history: async () => (await gateway.history(id)).map(({ status }) => status),
  };
};

test.each([
  ['paid', {}],
  ['authorized', { capture: false }],
])('status-meanings: after an approved review a transaction returns to %s', async (status, body) => {
  const { gateway, id, act, retrieve, history } = await created(body);
  const before = await retrieve();
  expect(await act('review')).toMatchObject({ status: 'pending_review' });
  await act('approve');
  expect(await retrieve()).toEqual(before);
  expect(await history()).toEqual([status, 'pending_review', status]);
  expect((await gateway.eventLines()).slice(-2)).toEqual([
    `transaction.status_changed ${id} pending_review`,
    `transaction.status_changed ${id} ${status}`,
  ]);
});

test('status-meanings: an approved review keeps the captured and refunded amounts', async () => {
  const { gateway, id, act, retrieve } = await created({ capture: false });
  await gateway.capture(id, { amount: 12_000 });
  await gateway.refund(id, { amount: 2000 });
  const before = await retrieve();
  await act('review');
  await act('approve');
  expect(await retrieve()).toEqual(before);
});

test('status-meanings: an approved review captures nothing', async () => {
  const { act } = await created({});
  await act('setStatus', { status: 'authorized' });
  await act('review');
  expect(await act('approve')).toMatchObject({ status: 'authorized' });
});

test.each(['review', 'analyze'] as const)(
  'a processing transaction that passes its %s is decided by the issuer',
  async (name) => {
    const { act } = await created({ card: card(STAYS_PROCESSING), capture: false });
    await act(name);
    expect(await act('approve')).toMatchObject({ status: 'authorized' });
  },
);

test('an asynchronous payment under review does not settle', async () => {
  const { gateway, act, retrieve } = await created({ async: true });
  await act('review');
  await gateway.advance(DAY);
  expect(await retrieve()).toMatchObject({ status: 'pending_review' });
});

test('authorization-expiry: the days to capture begin with the authorization, not with the creation', async () => {
  const { gateway, act } = await created({ card: card(STAYS_PROCESSING), capture: false });
  await gateway.advance((days - 1) * DAY);
  await act('settle');
  await gateway.advance((days - 1) * DAY);
  expect(await act('capture')).toMatchObject({ status: 'paid' });
});

test('authorization-expiry: the days to capture do not begin again after a review', async () => {
  const { gateway, act } = await created({ capture: false });
  await gateway.advance((days - 1) * DAY);
  await act('review');
  await act('approve');
  await gateway.advance(2 * DAY);
  await gateway.refuses(422, act('capture'));
});

test.each(['in_protest', 'constructor', '__proto__', 'refunded', 'ç'.repeat(60)])(
  'setStatus sets %j, adds to the history and sends the event',
  async (status) => {
    const { gateway, act, retrieve, history } = await created({ capture: false });
    const { updated_at: _before, ...before } = await retrieve();
    await gateway.advance(1000);
    expect(await act('setStatus', { status })).toMatchObject({ ...before, status });
    expect(await retrieve()).toMatchObject({ status, updated_at: '2026-11-20T13:05:42.482000Z' });
    expect(await history()).toEqual(['authorized', status]);
    expect((await gateway.events()).at(-1)).toMatchObject({ name: 'transaction.status_changed', payload: { status } });
  },
);

test('setStatus to paid sets the amounts, adds to the history and sends the event, like every other way to paid', async ({
  gateway,
}) => {
  const { id } = await gateway.create(byBoleto({ amount: 500 }));
  const paid = { status: 'paid', capture_amount: 500, paid_amount: 500 };
  expect(await gateway.act('setStatus', 'transactions', id, { status: 'paid' })).toMatchObject(paid);
  expect((await gateway.history(id)).at(-1)).toMatchObject({ status: 'paid', amount: 500 });
  expect((await gateway.events()).at(-1)).toMatchObject({ name: 'transaction.status_changed', payload: paid });
  await gateway.refund(id, { amount: 200 });
  await gateway.act('setStatus', 'transactions', id, { status: 'in_protest' });
  const again = await gateway.act('setStatus', 'transactions', id, { status: 'paid' });
  expect(again).toMatchObject({ status: 'paid', paid_amount: 300 });
});

test.each([
  ['approve', { status: 'paid', paid_amount: 15990 }],
  ['decline', { status: 'refused', refused_reason: { reason: 'Recusado na análise' } }],
] as const)('status-meanings: a fraud analysis ends with %s, with or without a review', async (end, result) => {
  for (const steps of [[], ['review']] as const) {
    const { gateway, id, act, history } = await created({ card: card(STAYS_PROCESSING) });
    expect(await act('analyze')).toMatchObject({ status: 'analyzing', paid_amount: null });
    for (const step of steps) await act(step);
    expect(await act(end)).toMatchObject(result);
    expect(await history()).toEqual([
      'processing',
      'analyzing',
      ...(steps.length > 0 ? ['pending_review'] : []),
      result.status,
    ]);
    expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} ${result.status}`);
  }
});

test('partial-chargeback: a part goes to the buyer without an event, and comes back if the shop wins', async () => {
  const { gateway, act, history, retrieve, refund } = await created({});
  const before = await gateway.eventLines();
  const left = { status: 'paid', capture_amount: 15_990, paid_amount: 11_990 };
  expect(await act('chargeback', { amount: 4000 })).toMatchObject(left);
  await gateway.refuses(422, refund(11_991));
  expect(await act('winChargeback')).toMatchObject({ ...left, paid_amount: 15_990 });
  expect(await gateway.eventLines()).toEqual(before);
  expect(await history()).toEqual(['paid', 'paid', 'paid']);
  await gateway.refuses(422, act('winChargeback'));
  expect(await retrieve()).toMatchObject({ paid_amount: 15_990 });
});

test('partial-chargeback: all that is left is a whole one, and more is refused', async () => {
  const { gateway, act, id } = await created({});
  await act('chargeback', { amount: 4000 });
  await gateway.refuses(422, act('chargeback', { amount: 11_991 }), [
    `amount: 11991 is more than the 11990 that is left of transaction ${id}`,
  ]);
  await gateway.refuses(422, act('chargeback', { amount: 0 }));
  expect(await act('chargeback', { amount: 11_990 })).toMatchObject({ status: 'chargedback' });
  expect(await act('winChargeback')).toMatchObject({ status: 'paid', paid_amount: 11_990 });
  expect(await act('winChargeback')).toMatchObject({ status: 'paid', paid_amount: 15_990 });
});

test('status-meanings: a chargeback that the shop wins is paid again, with the same amounts', async () => {
  const { gateway, id, act, history } = await created({});
  await gateway.refund(id, { amount: 990 });
  expect(await act('chargeback')).toMatchObject({ status: 'chargedback', paid_amount: 15_000 });
  expect(await act('winChargeback')).toMatchObject({ status: 'paid', paid_amount: 15_000 });
  expect(await history()).toEqual(['paid', 'paid', 'chargedback', 'paid']);
  expect((await gateway.eventLines()).slice(-2)).toEqual([
    `transaction.status_changed ${id} chargedback`,
    `transaction.status_changed ${id} paid`,
  ]);
});

test('a chargeback that setStatus set on an unpaid transaction is paid in full when the shop wins', async ({
  gateway,
}) => {
  const { id } = await gateway.create(byPix({ async: true }));
  await gateway.act('setStatus', 'transactions', id, { status: 'chargedback' });
  expect(await gateway.act('winChargeback', 'transactions', id)).toMatchObject({ status: 'paid', paid_amount: 15_990 });
});

test('after setStatus nothing is due, a rule names an unknown status, and a known one works again', async ({
  gateway,
}) => {
  const { id } = await gateway.create(byPix({ async: true }));
  await gateway.act('setStatus', 'transactions', id, { status: 'in_protest' });
  await gateway.advance(30 * DAY);
  await gateway.refuses(422, gateway.act('pay', 'transactions', id), [
    expect.stringContaining(`transaction ${id} is in_protest`),
  ]);
  await gateway.act('setStatus', 'transactions', id, { status: 'waiting_payment' });
  expect(await gateway.act('pay', 'transactions', id)).toMatchObject({ status: 'paid' });
  await gateway.act('setStatus', 'transactions', id, { status: 'request_authentication' });
  expect(await gateway.act('decline', 'transactions', id)).toMatchObject({ status: 'refused' });
});

test.each([undefined, null, '', 5, Number.NaN, {}, 'x'.repeat(100_000)])('setStatus refuses %.20s', async (status) => {
  const { gateway, act, retrieve } = await created({});
  await gateway.refuses(422, act('setStatus', { status }), ['status: must be a text of 1 to 60 characters']);
  expect(await retrieve()).toMatchObject({ status: 'paid' });
});
