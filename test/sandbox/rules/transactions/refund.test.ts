import { expect, test } from 'vitest';
import { createGateway } from '../gateway.ts';
import { byBoleto, byCard, byPix, card, STAYS_PROCESSING } from '../requests.ts';

const paid = async (body = byCard()) => {
  const gateway = createGateway();
  const created = await gateway.call('createTransaction', { body });
  if (created.status !== 'paid') await gateway.act('pay', 'transactions', created.id);
  return { gateway, id: created.id, params: { id: created.id } };
};

test.each([undefined, {}, { amount: 15990 }, { async: false }])(
  '%j gives all of it back: refunded, with an event',
  async (body) => {
    const { gateway, id, params } = await paid();
    expect(await gateway.call('refundTransaction', { params, ...(body && { body }) })).toMatchObject({
      status: 'refunded',
      amount: 15990,
      capture_amount: 15990,
      paid_amount: 0,
    });
    expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} refunded`);
  },
);

test('a part leaves it paid: paid_amount falls, the history has an entry, and no event is sent', async () => {
  const { gateway, params } = await paid();
  const before = await gateway.eventLines();
  expect(await gateway.call('refundTransaction', { params, body: { amount: 5000 } })).toMatchObject({
    status: 'paid',
    paid_amount: 10_990,
  });
  expect(await gateway.eventLines()).toEqual(before);
  const { data } = await gateway.call('listTransactionHistory', { params });
  expect(data).toMatchObject([
    { id: 1, status: 'paid', amount: 15990 },
    { id: 2, status: 'paid', amount: 5000 },
  ]);
});

test('part by part it becomes refunded with the last one', async () => {
  const { gateway, params } = await paid();
  await gateway.call('refundTransaction', { params, body: { amount: 5000 } });
  expect(await gateway.call('refundTransaction', { params, body: { amount: 10_990 } })).toMatchObject({
    status: 'refunded',
    paid_amount: 0,
  });
  const { data } = await gateway.call('listTransactionHistory', { params });
  expect(data.at(-1)).toMatchObject({ status: 'refunded', amount: 10_990 });
});

test.each([
  ['a PIX', byPix(), undefined],
  ['a boleto', byBoleto(), undefined],
  ['a card with async: true', byCard(), { async: true }],
])('%s is refunded by way of pending_refund', async (_name, created, body) => {
  const { gateway, id, params } = await paid(created);
  expect(await gateway.call('refundTransaction', { params, ...(body && { body }) })).toMatchObject({
    status: 'pending_refund',
    paid_amount: 15990,
  });
  await gateway.advance(1000);
  expect(await gateway.call('retrieveTransaction', { params })).toMatchObject({ status: 'refunded', paid_amount: 0 });
  expect((await gateway.eventLines()).slice(-2)).toEqual([
    `transaction.status_changed ${id} pending_refund`,
    `transaction.status_changed ${id} refunded`,
  ]);
});

test('a pending refund can fail: it is paid again, and can be refunded again', async () => {
  const { gateway, id, params } = await paid(byPix());
  await gateway.call('refundTransaction', { params });
  expect(await gateway.act('decline', 'transactions', id)).toMatchObject({ status: 'paid', paid_amount: 15990 });
  await gateway.advance(5000);
  expect(await gateway.call('retrieveTransaction', { params })).toMatchObject({ status: 'paid' });
  await gateway.call('refundTransaction', { params });
  expect(await gateway.act('settle', 'transactions', id)).toMatchObject({ status: 'refunded', paid_amount: 0 });
});

test('more than is left is refused, and refunds at the same time never exceed it', async () => {
  const { gateway, params } = await paid();
  await gateway.call('refundTransaction', { params, body: { amount: 15_000 } });
  expect(await gateway.refusal(gateway.call('refundTransaction', { params, body: { amount: 991 } }))).toMatchObject({
    status: 422,
  });
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => gateway.call('refundTransaction', { params, body: { amount: 100 } })),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  expect(await gateway.call('retrieveTransaction', { params })).toMatchObject({ status: 'paid', paid_amount: 90 });
});

test('a smaller capture bounds what can be given back', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ capture: false }) });
  const params = { id };
  await gateway.call('captureTransaction', { params, body: { amount: 12_000 } });
  expect(await gateway.refusal(gateway.call('refundTransaction', { params, body: { amount: 12_001 } }))).toMatchObject({
    status: 422,
  });
  expect(await gateway.call('refundTransaction', { params, body: { amount: 12_000 } })).toMatchObject({
    status: 'refunded',
  });
});

test.each([{}, { amount: 15990 }])('an authorized one is voided by %j: canceled', async (body) => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ capture: false }) });
  expect(await gateway.call('refundTransaction', { params: { id }, body })).toMatchObject({
    status: 'canceled',
    capture_amount: 0,
    paid_amount: null,
  });
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} canceled`);
});

test('a part of an authorized one cannot be given back', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ capture: false }) });
  for (const amount of [1, 15_991, 0]) {
    expect(
      await gateway.refusal(gateway.call('refundTransaction', { params: { id }, body: { amount } })),
    ).toMatchObject({ status: 422 });
  }
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status: 'authorized' });
});

test('what is neither paid nor authorized cannot be refunded', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ card: card(STAYS_PROCESSING) }) });
  expect(await gateway.refusal(gateway.call('refundTransaction', { params: { id } }))).toEqual({
    status: 422,
    errors: [`transaction ${id} is processing; to refund it, it has to be paid or authorized`],
  });
});

test('a refund made outside is seen by GET and told by an event', async () => {
  const { gateway, id, params } = await paid();
  await gateway.act('refund', 'transactions', id);
  expect(await gateway.call('retrieveTransaction', { params })).toMatchObject({ status: 'refunded' });
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} refunded`);
});
