import { describe, expect, test } from 'vitest';
import { parameters } from '../../../../core/generated/parameters.js';
import { createGateway, DAY } from '../gateway.ts';
import { byBoleto, byCard, byPix } from '../requests.ts';

const created = async (body = byCard()) => {
  const gateway = createGateway();
  const { id } = await gateway.create(body);
  return {
    gateway,
    id,
    params: { id },
    refund: (amount?: number) => gateway.refund(id, amount === undefined ? undefined : { amount }),
    retrieve: () => gateway.retrieve(id),
    lastEvents: async (count: number) => (await gateway.eventLines()).slice(-count),
  };
};

test.each([undefined, {}, { amount: 15990 }, { amount: null }, { async: false }])(
  '%j refunds the whole amount: refunded, with an event',
  async (body) => {
    const { gateway, id, params, lastEvents } = await created();
    const refunded = gateway.call('refundTransaction', { params, ...(body && { body }), invalid: true });
    const whole = { status: 'refunded', amount: 15990, capture_amount: 15990, paid_amount: 0 };
    expect(await refunded).toMatchObject(whole);
    expect(await lastEvents(1)).toEqual([`transaction.status_changed ${id} refunded`]);
  },
);

test('refund-rules: a partial refund keeps it paid without an event, and the last one makes it refunded', async () => {
  const { gateway, id, refund } = await created();
  const before = await gateway.eventLines();
  expect(await refund(5000)).toMatchObject({ status: 'paid', paid_amount: 10_990 });
  expect(await gateway.eventLines()).toEqual(before);
  expect(await refund(10_990)).toMatchObject({ status: 'refunded', paid_amount: 0 });
  expect(await gateway.history(id)).toMatchObject([
    { id: 1, status: 'paid', amount: 15990 },
    { id: 2, status: 'paid', amount: 5000 },
    { id: 3, status: 'refunded', amount: 10_990 },
  ]);
});

test.each([
  ['settle', 10_990],
  ['decline', 15_990],
] as const)(
  'refund-rules: a pending partial refund ends as paid, and the rest can be refunded: %s',
  async (end, rest) => {
    const gateway = createGateway({ settings: { assumed: { 'refund-rules': 'partial-is-pending' } } });
    const { id } = await gateway.create(byCard());
    expect(await gateway.refund(id, { amount: 5000 })).toMatchObject({ status: 'pending_refund', paid_amount: 15_990 });
    await gateway.refuses(422, gateway.refund(id, { amount: 1 }));
    await gateway.act(end, 'transactions', id);
    expect(await gateway.retrieve(id)).toMatchObject({ status: 'paid', paid_amount: rest });
    expect((await gateway.eventLines()).slice(-2)).toEqual([
      `transaction.status_changed ${id} pending_refund`,
      `transaction.status_changed ${id} paid`,
    ]);
    expect(await gateway.refund(id, { amount: rest })).toMatchObject({ status: 'refunded', paid_amount: 0 });
  },
);

test('refund-rules: a payment can be refunded until it is old, to the millisecond, and forever without the variant', async () => {
  const { days } = parameters['refund-rules'];
  for (const variant of ['refused-when-old', undefined] as const) {
    const gateway = createGateway({ settings: { assumed: { 'refund-rules': variant } } });
    const { id } = await gateway.create(byCard());
    await gateway.advance(days * DAY);
    await gateway.refund(id, { amount: 5000 });
    await gateway.advance(1);
    const late = gateway.refund(id, { amount: 5000 });
    if (variant === undefined) expect(await late).toMatchObject({ paid_amount: 5990 });
    else
      await gateway.refuses(422, late, [
        `status: transaction ${id} was paid more than ${days} days ago; the gateway no longer refunds it`,
      ]);
  }
});

test.each([
  ['settle', 10_990],
  ['decline', 15_990],
] as const)('refund-rules: paid_amount does not tell whether a pending part arrived: %s', async (end, left) => {
  const gateway = createGateway({ settings: { assumed: { 'refund-rules': 'pending-keeps-paid-amount' } } });
  const { id } = await gateway.create(byCard());
  expect(await gateway.refund(id, { amount: 5000 })).toMatchObject({ status: 'pending_refund' });
  await gateway.act(end, 'transactions', id);
  expect(await gateway.retrieve(id)).toMatchObject({ status: 'paid', paid_amount: 15_990 });
  await gateway.refuses(422, gateway.refund(id, { amount: left + 1 }));
  expect(await gateway.refund(id, { amount: left })).toMatchObject({ status: 'refunded', paid_amount: 15_990 });
});

test.each([
  ['a Pix', byPix(), undefined],
  ['a boleto', byBoleto(), undefined],
  ['a card with async: true', byCard(), { async: true }],
])('refund-rules: %s is refunded through pending_refund', async (_name, sent, body) => {
  const { gateway, id, retrieve, lastEvents } = await created(sent);
  if ((await retrieve()).status !== 'paid') await gateway.act('pay', 'transactions', id);
  expect(await gateway.refund(id, body)).toMatchObject({ status: 'pending_refund', paid_amount: 15990 });
  await gateway.advance(999);
  expect(await retrieve()).toMatchObject({ status: 'pending_refund' });
  await gateway.advance(1);
  expect(await retrieve()).toMatchObject({ status: 'refunded', paid_amount: 0 });
  expect(await lastEvents(2)).toEqual([
    `transaction.status_changed ${id} pending_refund`,
    `transaction.status_changed ${id} refunded`,
  ]);
});

test('refund-rules: a pending refund can fail: the rest is paid again, and can be refunded again', async () => {
  const { gateway, id, refund, retrieve } = await created(byPix());
  await gateway.act('pay', 'transactions', id);
  await refund(2000);
  await refund();
  expect(await gateway.act('decline', 'transactions', id)).toMatchObject({ status: 'paid', paid_amount: 13_990 });
  expect((await gateway.history(id)).at(-1)).toMatchObject({ status: 'paid', amount: 13_990 });
  await gateway.advance(5000);
  expect(await retrieve()).toMatchObject({ status: 'paid' });
  await refund();
  expect(await gateway.act('settle', 'transactions', id)).toMatchObject({ status: 'refunded', paid_amount: 0 });
});

test('refund-rules: more than the rest is refused, and parallel refunds never exceed it', async () => {
  const { gateway, id, refund, retrieve } = await created();
  await gateway.refuses(422, refund(0), [expect.stringMatching(/^amount: must be a whole number of centavos/)]);
  await refund(15_000);
  await gateway.refuses(422, refund(991), [`amount: 991 is more than the 990 that is left of transaction ${id}`]);
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => refund(100)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  expect(await retrieve()).toMatchObject({ status: 'paid', paid_amount: 90 });
});

test.each([{}, { amount: 15990 }])('refund-void: %j voids an authorized transaction: canceled', async (body) => {
  const { gateway, id, lastEvents } = await created(byCard({ capture: false }));
  const voided = { status: 'canceled', capture_amount: 0, paid_amount: null };
  expect(await gateway.refund(id, body)).toMatchObject(voided);
  expect(await lastEvents(1)).toEqual([`transaction.status_changed ${id} canceled`]);
});

test('refund-void: an authorized transaction cannot be refunded in part', async () => {
  const { gateway, id, refund, retrieve } = await created(byCard({ capture: false }));
  for (const amount of [1, 15_989, 15_991])
    await gateway.refuses(422, refund(amount), [`amount: transaction ${id} is not captured; refund all of it (15990)`]);
  expect(await retrieve()).toMatchObject({ status: 'authorized' });
});

describe('metadata-kept: metadata of a refund or a capture', () => {
  const createdWith = (metadata: string | undefined, capture = true) => {
    const { metadata: _example, ...card } = byCard({ capture });
    return created({ ...card, ...(metadata !== undefined && { metadata }) });
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
    const { gateway, id, retrieve } = await createdWith(known);
    expect((await gateway.refund(id, { amount: 10, metadata: sent })).metadata).toBe(joined);
    expect((await retrieve()).metadata).toBe(joined);
  });

  test.each([
    ['captureTransaction', false, {}, 'paid'],
    ['refundTransaction', false, {}, 'canceled'],
    ['refundTransaction', true, {}, 'refunded'],
    ['refundTransaction', true, { async: true }, 'pending_refund'],
  ] as const)(
    'is kept by %s of a payment with capture: %j, also after a delay: %j',
    async (name, capture, sent, status) => {
      const { gateway, params, retrieve } = await createdWith('{"a":1}', capture);
      const metadata = '{"a":1,"b":2}';
      const changed = await gateway.call(name, { params, body: { ...sent, metadata: '{"b":2}' } });
      expect(changed).toMatchObject({ status, metadata });
      await gateway.advance(5000);
      expect((await retrieve()).metadata).toBe(metadata);
      expect((await gateway.events()).at(-1)?.payload.metadata).toBe(metadata);
    },
  );

  test('has a maximum size, and a refused request stores nothing', async () => {
    const { gateway, id, retrieve } = await createdWith('{"a":1}');
    const refund = (metadata: string, amount = 1) => gateway.refund(id, { amount, metadata });
    const long = (name: string) => JSON.stringify({ [name]: 'x'.repeat(600_000) });
    await refund(long('b'));
    await gateway.refuses(422, refund(long('c')), [expect.stringMatching(/^metadata: /)]);
    await gateway.refuses(422, refund('{"d":1}', 99_999_999));
    expect((await retrieve()).metadata).toBe(`{"a":1,${long('b').slice(1)}`);
    // Such a depth cannot be read again, so the newer metadata replaces it.
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await refund(deep)).metadata).toBe(deep);
  });
});
