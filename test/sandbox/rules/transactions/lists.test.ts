import { expect, test } from 'vitest';
import { createGateway, DAY, type Gateway, type Json } from '../gateway.ts';
import { byBoleto, byCard, byPix, card, REFUSED } from '../requests.ts';

test('list-order: the list has all created transactions, newest first, with correct pages and totals', async () => {
  const gateway = createGateway();
  const ids: number[] = [];
  for (let n = 0; n < 32; n++) ids.push((await gateway.call('createTransaction', { body: byPix() })).id);
  const pages = [];
  for (const page of [1, 2, 3, 4])
    pages.push(await gateway.call('listTransactions', { query: { page: String(page) } }));
  expect(pages.map(({ data, ...envelope }: Json) => ({ ...envelope, items: data.length }))).toEqual([
    { current_page: 1, last_page: 3, per_page: 15, total: 32, items: 15 },
    { current_page: 2, last_page: 3, per_page: 15, total: 32, items: 15 },
    { current_page: 3, last_page: 3, per_page: 15, total: 32, items: 2 },
    { current_page: 4, last_page: 3, per_page: 15, total: 32, items: 0 },
  ]);
  expect(pages.flatMap(({ data }: Json) => data.map(({ id }: Json) => id))).toEqual(ids.reverse());
});

test('list-envelope: an empty list has one page', async () => {
  const gateway = createGateway();
  expect(await gateway.call('listTransactions')).toEqual({
    data: [],
    current_page: 1,
    last_page: 1,
    per_page: 15,
    total: 0,
  });
});

test('per_page has a maximum, and the response shows the value in use', async () => {
  const gateway = createGateway();
  expect(await gateway.call('listTransactions', { query: { per_page: '2' } })).toMatchObject({ per_page: 2 });
  expect(await gateway.call('listTransactions', { query: { per_page: '1000000' } })).toMatchObject({ per_page: 100 });
});

test.each([{ page: '0' }, { page: '-1' }, { page: 'x' }, { per_page: '0' }, { page: '1e9' }, { page: '' }])(
  '%j is refused',
  async (query) => {
    const gateway = createGateway();
    expect(
      await gateway.refusal(gateway.call('listTransactions', { query: query as Record<string, string> })),
    ).toMatchObject({ status: 422 });
  },
);

test('history-shape: the history has each change with its time and amount, oldest first', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ async: true, capture: false }) });
  await gateway.advance(1000);
  await gateway.advance(60_000);
  await gateway.call('captureTransaction', { params: { id }, body: { amount: 12_000 } });
  await gateway.call('refundTransaction', { params: { id } });
  expect(await gateway.call('listTransactionHistory', { params: { id } })).toEqual({
    data: [
      { id: 1, status: 'processing', amount: 15990, created_at: '2026-11-20T13:05:41.482000Z' },
      { id: 2, status: 'authorized', amount: 15990, created_at: '2026-11-20T13:05:42.482000Z' },
      { id: 3, status: 'paid', amount: 12_000, created_at: '2026-11-20T13:06:42.482000Z' },
      { id: 4, status: 'refunded', amount: 12_000, created_at: '2026-11-20T13:06:42.482000Z' },
    ],
    current_page: 1,
    last_page: 1,
    per_page: 15,
    total: 4,
  });
  expect(
    await gateway.call('listTransactionHistory', { params: { id }, query: { page: '2', per_page: '3' } }),
  ).toMatchObject({
    data: [{ id: 4 }],
    last_page: 2,
    total: 4,
  });
});

test('installment-dates: the installments have the dates of the simulation, and add up to the amount', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ amount: 10_000, installments: 3 }) });
  const { data } = await gateway.call('listTransactionInstallments', { params: { id } });
  expect(data).toEqual([
    { installment: 1, amount: 3334, status: 'due', payment_date: '2026-12-21' },
    { installment: 2, amount: 3333, status: 'due', payment_date: '2027-01-19' },
    { installment: 3, amount: 3333, status: 'due', payment_date: '2027-02-18' },
  ]);
});

const installments = async (gateway: Gateway, id: number) =>
  (await gateway.call('listTransactionInstallments', { params: { id } })).data;

test.each([
  // 20 November is a Friday and a holiday; the 24th is a Tuesday.
  ['2026-11-19T15:00:00Z', '2026-11-23'],
  ['2026-11-21T15:00:00Z', '2026-11-23'],
  ['2026-11-24T02:59:00Z', '2026-11-24'], // still Monday in São Paulo
  ['2026-11-24T03:00:00Z', '2026-11-25'],
  ['2026-12-24T15:00:00Z', '2026-12-28'], // Christmas, then a weekend
  ['2026-02-13T15:00:00Z', '2026-02-18'], // Carnival
])('installment-dates: a PIX that is paid at %s is paid out on %s', async (start, payment_date) => {
  const gateway = createGateway({ start });
  // The example expires within one day.
  const body = byPix({ expiration_date: null });
  const { id } = await gateway.call('createTransaction', { body, invalid: true });
  await gateway.act('pay', 'transactions', id);
  expect(await installments(gateway, id)).toEqual([{ installment: 1, amount: 15_990, status: 'due', payment_date }]);
});

test("installment-dates: a boleto's payout date follows its payment, not its creation", async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byBoleto() });
  await gateway.advance(3 * DAY);
  await gateway.act('pay', 'transactions', id);
  expect(await installments(gateway, id)).toMatchObject([{ payment_date: '2026-11-24' }]);
});

test('installment-dates: a smaller capture and partial refunds change the amounts', async () => {
  const gateway = createGateway();
  const body = byCard({ amount: 10_000, installments: 3, capture: false });
  const { id } = await gateway.call('createTransaction', { body });
  const amounts = async () => (await installments(gateway, id)).map(({ amount }: Json) => amount);
  expect(await amounts()).toEqual([3334, 3333, 3333]);
  await gateway.call('captureTransaction', { params: { id }, body: { amount: 9001 } });
  expect(await amounts()).toEqual([3001, 3000, 3000]);
  await gateway.call('refundTransaction', { params: { id }, body: { amount: 4001 } });
  expect(await amounts()).toEqual([1668, 1666, 1666]);
  await gateway.call('refundTransaction', { params: { id } });
  expect(await amounts()).toEqual([3001, 3000, 3000]);
});

test('installment-status: installments are pending, then due, then paid out on their day', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ installments: 2, capture: false }) });
  const statuses = async () => (await installments(gateway, id)).map(({ status }: Json) => status);
  expect(await statuses()).toEqual(['pending', 'pending']);
  await gateway.call('captureTransaction', { params: { id } });
  expect(await statuses()).toEqual(['due', 'due']);
  // 21 December in São Paulo begins at 3:00 UTC.
  await gateway.advance(Date.parse('2026-12-21T02:59:59Z') - (await gateway.now()));
  expect(await statuses()).toEqual(['due', 'due']);
  await gateway.advance(1000);
  expect(await statuses()).toEqual(['paid_out', 'due']);
});

test.each([
  ['refund', 'refunded'],
  ['chargeback', 'chargedback'],
] as const)('installment-status: a %s sets all installments to %s', async (act, status) => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ installments: 2 }) });
  await gateway.act(act, 'transactions', id);
  expect(await installments(gateway, id)).toMatchObject([
    { amount: 7995, status },
    { amount: 7995, status },
  ]);
});

test('installment-dates: a transaction that was refused or canceled has no installments', async () => {
  const gateway = createGateway();
  const refused = await gateway.call('createTransaction', { body: byCard({ card: card(REFUSED) }) });
  const canceled = await gateway.call('createTransaction', { body: byCard({ capture: false }) });
  await gateway.act('cancel', 'transactions', canceled.id);
  for (const { id } of [refused, canceled]) expect(await installments(gateway, id)).toEqual([]);
});

test('a payment without installments has one', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byPix() });
  expect((await gateway.call('listTransactionInstallments', { params: { id } })).data).toMatchObject([
    { installment: 1, amount: 15990, status: 'pending', payment_date: '2026-11-23' },
  ]);
});

test('unknown-id: history and installments of an unknown transaction are 404', async () => {
  const gateway = createGateway();
  for (const operation of [
    'listTransactionHistory',
    'listTransactionInstallments',
    'retrieveTransaction',
    'refundTransaction',
  ] as const) {
    expect(await gateway.refusal(gateway.call(operation, { params: { id: 4711 } }))).toEqual({
      status: 404,
      errors: ['There is no transaction 4711'],
    });
  }
});

test('the error for a transaction that was dropped to free space explains it', async () => {
  const gateway = createGateway({ keep: 2 });
  for (let n = 0; n < 4; n++) await gateway.call('createTransaction', { body: byPix() });
  expect(await gateway.refusal(gateway.call('retrieveTransaction', { params: { id: 1001 } }))).toMatchObject({
    status: 404,
    errors: [expect.stringContaining('--keep')],
  });
});
