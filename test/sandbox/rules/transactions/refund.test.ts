import { describe, expect, test } from 'vitest';
import { createGateway } from '../gateway.ts';
import { byBoleto, byCard, byPix, card, STAYS_PROCESSING } from '../requests.ts';

const paid = async (body = byCard()) => {
  const gateway = createGateway();
  const created = await gateway.call('createTransaction', { body });
  if (created.status !== 'paid') await gateway.act('pay', 'transactions', created.id);
  return { gateway, id: created.id, params: { id: created.id } };
};

test.each([undefined, {}, { amount: 15990 }, { async: false }])(
  '%j refunds the whole amount: refunded, with an event',
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

test('refund-rules: a partial refund keeps it paid: paid_amount falls, the history grows, and the gateway sends no event', async () => {
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

test('refund-rules: the last partial refund makes it refunded', async () => {
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
])('refund-rules: %s is refunded through pending_refund', async (_name, created, body) => {
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

test('refund-rules: a pending refund can fail: the transaction is paid again, and can be refunded again', async () => {
  const { gateway, id, params } = await paid(byPix());
  await gateway.call('refundTransaction', { params });
  expect(await gateway.act('decline', 'transactions', id)).toMatchObject({ status: 'paid', paid_amount: 15990 });
  await gateway.advance(5000);
  expect(await gateway.call('retrieveTransaction', { params })).toMatchObject({ status: 'paid' });
  await gateway.call('refundTransaction', { params });
  expect(await gateway.act('settle', 'transactions', id)).toMatchObject({ status: 'refunded', paid_amount: 0 });
});

test('refund-rules: more than the rest is refused, and parallel refunds never exceed it', async () => {
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

test('a smaller capture limits the refund', async () => {
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

test.each([{}, { amount: 15990 }])('refund-void: %j voids an authorized transaction: canceled', async (body) => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ capture: false }) });
  expect(await gateway.call('refundTransaction', { params: { id }, body })).toMatchObject({
    status: 'canceled',
    capture_amount: 0,
    paid_amount: null,
  });
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} canceled`);
});

test('refund-void: an authorized transaction cannot be refunded in part', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ capture: false }) });
  for (const amount of [1, 15_991, 0]) {
    expect(
      await gateway.refusal(gateway.call('refundTransaction', { params: { id }, body: { amount } })),
    ).toMatchObject({ status: 422 });
  }
  expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status: 'authorized' });
});

test('wrong-state: only a paid or authorized transaction can be refunded', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ card: card(STAYS_PROCESSING) }) });
  expect(await gateway.refusal(gateway.call('refundTransaction', { params: { id } }))).toEqual({
    status: 422,
    errors: [`status: transaction ${id} is processing; to refund it, it must be paid or authorized`],
  });
});

test('a refund outside the API shows in GET and sends an event', async () => {
  const { gateway, id, params } = await paid();
  await gateway.act('refund', 'transactions', id);
  expect(await gateway.call('retrieveTransaction', { params })).toMatchObject({ status: 'refunded' });
  expect((await gateway.eventLines()).at(-1)).toBe(`transaction.status_changed ${id} refunded`);
});

describe('metadata-kept: metadata of a refund or a capture', () => {
  const created = async (metadata: string | undefined, capture = true) => {
    const gateway = createGateway();
    const { metadata: _example, ...card } = byCard({ capture });
    const body = { ...card, ...(metadata !== undefined && { metadata }) };
    const { id } = await gateway.call('createTransaction', { body });
    return { gateway, params: { id } };
  };

  test.each([
    [undefined, '{"reason":"returned"}', '{"reason":"returned"}'],
    ['{"order":"1001"}', '{"reason":"returned"}', '{"order":"1001","reason":"returned"}'],
    [' { "order" : 12345678901234567890 } ', '{ "reason":1 } ', '{"order" : 12345678901234567890,"reason":1}'],
    ['{"order":"1001","step":1}', '{"step":2}', '{"order":"1001","step":2}'],
    ['{"order":"1001"}', '{}', '{"order":"1001"}'],
    ['{}', '{"a":1}', '{"a":1}'],
    ['{"a":1}', '{"__proto__":2}', '{"a":1,"__proto__":2}'],
    ['order 1001', '{"a":1}', '{"a":1}'],
    ['{"order":"1001"}', 'returned', 'returned'],
    ['[1]', '[2]', '[2]'],
    ['[1]', '{"a":1}', '{"a":1}'],
    ['{"a":1}', '[2]', '[2]'],
    ['{"order":"1001"}', '', '{"order":"1001"}'],
  ])('%j with %j is %j', async (known, sent, joined) => {
    const { gateway, params } = await created(known);
    const part = await gateway.call('refundTransaction', { params, body: { amount: 10, metadata: sent } });
    expect(part.metadata).toBe(joined);
    expect((await gateway.call('retrieveTransaction', { params })).metadata).toBe(joined);
  });

  test('is kept by a capture, a void, a full refund and one that settles later', async () => {
    const metadata = '{"b":2}';
    for (const [operation, capture, body, status] of [
      ['captureTransaction', false, {}, 'paid'],
      ['refundTransaction', false, {}, 'canceled'],
      ['refundTransaction', true, {}, 'refunded'],
      ['refundTransaction', true, { async: true }, 'pending_refund'],
    ] as const) {
      const { gateway, params } = await created('{"a":1}', capture);
      const changed = await gateway.call(operation, { params, body: { ...body, metadata } });
      expect(changed).toMatchObject({ status, metadata: '{"a":1,"b":2}' });
      await gateway.advance(5000);
      expect((await gateway.call('retrieveTransaction', { params })).metadata).toBe('{"a":1,"b":2}');
      expect((await gateway.events()).at(-1)?.payload.metadata).toBe('{"a":1,"b":2}');
    }
  });

  test('has a maximum size, and a refused request stores nothing', async () => {
    const { gateway, params } = await created('{"a":1}');
    const long = (name: string) => JSON.stringify({ [name]: 'x'.repeat(600_000) });
    await gateway.call('refundTransaction', { params, body: { amount: 1, metadata: long('b') } });
    const refund = gateway.call('refundTransaction', { params, body: { amount: 1, metadata: long('c') } });
    expect(await gateway.refusal(refund)).toMatchObject({
      status: 422,
      errors: [expect.stringMatching(/^metadata: /)],
    });
    const tooMuch = gateway.call('refundTransaction', { params, body: { amount: 99_999_999, metadata: '{"d":1}' } });
    expect((await gateway.refusal(tooMuch)).status).toBe(422);
    expect((await gateway.call('retrieveTransaction', { params })).metadata).toBe(`{"a":1,${long('b').slice(1)}`);
    // Such a depth cannot be read again, so the newer metadata replaces it.
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await gateway.call('refundTransaction', { params, body: { amount: 1, metadata: deep } })).metadata).toBe(
      deep,
    );
  });
});

describe('a refused or delayed refund', () => {
  test('names the remaining amount', async () => {
    const { gateway, id, params } = await paid();
    const refused = gateway.call('refundTransaction', { params, body: { amount: 15_991 } });
    expect(await gateway.refusal(refused)).toEqual({
      status: 422,
      errors: [`amount: 15991 is more than the 15990 that is left of transaction ${id}`],
    });
    const nothing = gateway.call('refundTransaction', { params, body: { amount: 0 }, invalid: true });
    expect((await gateway.refusal(nothing)).errors[0]).toMatch(/^amount: must be a whole number of centavos/);
  });

  test('explains that an authorized amount can only be voided in full', async () => {
    const gateway = createGateway();
    const { id } = await gateway.call('createTransaction', { body: byCard({ capture: false }) });
    const refused = gateway.call('refundTransaction', { params: { id }, body: { amount: 1 } });
    expect((await gateway.refusal(refused)).errors).toEqual([
      `amount: transaction ${id} is not captured; refund all of it (15990)`,
    ]);
  });

  test('does not result from an amount of null', async () => {
    const { gateway, params } = await paid();
    const refunded = await gateway.call('refundTransaction', { params, body: { amount: null }, invalid: true });
    expect(refunded).toMatchObject({ status: 'refunded', paid_amount: 0 });
  });

  test('does not settle before the settle delay has passed', async () => {
    const { gateway, id, params } = await paid(byPix());
    await gateway.call('refundTransaction', { params });
    await gateway.advance(999);
    expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status: 'pending_refund' });
    await gateway.advance(1);
    expect(await gateway.call('retrieveTransaction', { params: { id } })).toMatchObject({ status: 'refunded' });
  });
});
