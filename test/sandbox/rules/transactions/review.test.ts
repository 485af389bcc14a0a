import { expect, test } from 'vitest';
import { createGateway, DAY, type Json } from '../gateway.ts';
import { byCard, byPix, card, REFUSED, STAYS_PROCESSING } from '../requests.ts';

const created = async (body: object) => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ ...body }) });
  const retrieve = () => gateway.call('retrieveTransaction', { params: { id } });
  const history = async () =>
    (await gateway.call('listTransactionHistory', { params: { id } })).data.map(({ status }: Json) => status);
  return { gateway, id, retrieve, history };
};

test('status-meanings: a chargeback of a paid transaction adds to its history and sends an event', async () => {
  const { gateway, id, retrieve, history } = await created({});
  expect(await gateway.act('chargeback', 'transactions', id)).toMatchObject({
    status: 'chargedback',
    paid_amount: 15990,
  });
  expect(await retrieve()).toMatchObject({ status: 'chargedback' });
  expect(await history()).toEqual(['paid', 'chargedback']);
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} chargedback`);
});

test('status-meanings: only a paid transaction can be charged back', async () => {
  const { gateway, id } = await created({ capture: false });
  expect(await gateway.refusal(gateway.act('chargeback', 'transactions', id))).toEqual({
    status: 422,
    errors: [`status: transaction ${id} is authorized; to charge it back, it must be paid`],
  });
});

test('status-meanings: only some statuses allow a review, and only a review can be approved', async () => {
  const { gateway, id } = await created({ card: card(REFUSED) });
  for (const [act, sentence] of [
    ['review', 'to review it, it must be processing, authorized or paid'],
    ['approve', 'to approve it, it must be pending_review'],
  ] as const) {
    expect(await gateway.refusal(gateway.act(act, 'transactions', id))).toEqual({
      status: 422,
      errors: [`status: transaction ${id} is refused; ${sentence}`],
    });
  }
});

test.each([
  ['paid', {}],
  ['authorized', { capture: false }],
])('status-meanings: after an approved review a transaction returns to %s', async (status, body) => {
  const { gateway, id, retrieve, history } = await created(body);
  const before = await retrieve();
  expect(await gateway.act('review', 'transactions', id)).toMatchObject({ status: 'pending_review' });
  await gateway.act('approve', 'transactions', id);
  expect(await retrieve()).toEqual(before);
  expect(await history()).toEqual([status, 'pending_review', status]);
  expect((await gateway.eventLines()).slice(-2)).toEqual([
    `transaction.status_changed ${id} pending_review`,
    `transaction.status_changed ${id} ${status}`,
  ]);
});

test('status-meanings: an approved review keeps what was captured and refunded', async () => {
  const { gateway, id, retrieve } = await created({ capture: false });
  await gateway.call('captureTransaction', { params: { id }, body: { amount: 12_000 } });
  await gateway.call('refundTransaction', { params: { id }, body: { amount: 2000 } });
  const before = await retrieve();
  await gateway.act('review', 'transactions', id);
  await gateway.act('approve', 'transactions', id);
  expect(await retrieve()).toEqual(before);
});

test('status-meanings: an approved review captures nothing', async () => {
  const { gateway, id } = await created({});
  await gateway.act('setStatus', 'transactions', id, { status: 'authorized' });
  await gateway.act('review', 'transactions', id);
  expect(await gateway.act('approve', 'transactions', id)).toMatchObject({ status: 'authorized' });
});

test('a processing transaction that passes its review is decided by the issuer', async () => {
  const { gateway, id } = await created({ card: card(STAYS_PROCESSING), capture: false });
  await gateway.act('review', 'transactions', id);
  expect(await gateway.act('approve', 'transactions', id)).toMatchObject({ status: 'authorized' });
});

test('an asynchronous payment under review does not settle', async () => {
  const { gateway, id, retrieve } = await created({ async: true });
  await gateway.act('review', 'transactions', id);
  await gateway.advance(DAY);
  expect(await retrieve()).toMatchObject({ status: 'pending_review' });
});

test('a failed review refuses the transaction without a payment', async () => {
  const { gateway, id } = await created({});
  await gateway.act('review', 'transactions', id);
  expect(await gateway.act('decline', 'transactions', id)).toMatchObject({
    status: 'refused',
    refused_reason: { reason: 'Recusado na análise' },
    capture_amount: 0,
    paid_amount: null,
  });
});

test('the days to capture count from the authorization, not from the end of a review', async () => {
  const { gateway, id } = await created({ capture: false });
  await gateway.advance(4 * DAY);
  await gateway.act('review', 'transactions', id);
  await gateway.act('approve', 'transactions', id);
  await gateway.advance(2 * DAY);
  expect(await gateway.refusal(gateway.act('capture', 'transactions', id))).toMatchObject({ status: 422 });
});

test("a review of a link's payment does not count as a second payment", async () => {
  const gateway = createGateway();
  const link = await gateway.call('createPaymentLink', { body: { amount: 500 } });
  const { id } = await gateway.act('pay', 'links', link.id);
  await gateway.act('review', 'transactions', id);
  await gateway.act('approve', 'transactions', id);
  const names = (await gateway.events()).map(({ name }) => name);
  expect(names.filter((name) => name === 'link.paid')).toHaveLength(1);
});

test.each(['in_protest', 'constructor', '__proto__', 'paid', 'ç'.repeat(60)])(
  'setStatus sets %j, adds to the history and sends the event',
  async (status) => {
    const { gateway, id, retrieve, history } = await created({ capture: false });
    const { updated_at: _before, ...before } = await retrieve();
    await gateway.advance(1000);
    expect(await gateway.act('setStatus', 'transactions', id, { status })).toMatchObject({ ...before, status });
    expect(await retrieve()).toMatchObject({ status, updated_at: '2026-11-20T13:05:42.482000Z' });
    expect(await history()).toEqual(['authorized', status]);
    expect((await gateway.events()).at(-1)).toMatchObject({ name: 'transaction.status_changed', payload: { status } });
  },
);

test('after setStatus nothing is due, a rule names the unknown status, and a known one works again', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byPix({ async: true }) });
  await gateway.act('setStatus', 'transactions', id, { status: 'in_protest' });
  await gateway.advance(30 * DAY);
  expect(await gateway.refusal(gateway.act('pay', 'transactions', id))).toMatchObject({
    status: 422,
    errors: [expect.stringContaining(`transaction ${id} is in_protest`)],
  });
  await gateway.act('setStatus', 'transactions', id, { status: 'waiting_payment' });
  expect(await gateway.act('pay', 'transactions', id)).toMatchObject({ status: 'paid' });
});

test.each([undefined, null, '', 5, Number.NaN, {}, 'x'.repeat(100_000)])('setStatus refuses %.20s', async (status) => {
  const { gateway, id, retrieve } = await created({});
  expect(await gateway.refusal(gateway.act('setStatus', 'transactions', id, { status }))).toEqual({
    status: 422,
    errors: ['status: must be a text of 1 to 60 characters'],
  });
  expect(await retrieve()).toMatchObject({ status: 'paid' });
});
