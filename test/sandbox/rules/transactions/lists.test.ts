import { expect, test } from 'vitest';
import { createGateway, type Json } from '../gateway.ts';
import { byCard, byPix } from '../requests.ts';

test('the list holds what was created, newest first, with right pages and totals', async () => {
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

test('an empty list has one page', async () => {
  const gateway = createGateway();
  expect(await gateway.call('listTransactions')).toEqual({
    data: [],
    current_page: 1,
    last_page: 1,
    per_page: 15,
    total: 0,
  });
});

test('per_page is taken up to a bound, which the response shows', async () => {
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

test('the history tells each change with its time and amount, oldest first', async () => {
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

test('the installments are on the days of the simulation, and add up to the amount', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byCard({ amount: 10_000, installments: 3 }) });
  const { data } = await gateway.call('listTransactionInstallments', { params: { id } });
  expect(data).toEqual([
    { installment: 1, amount: 3334, status: 'paid', payment_date: '2026-12-21' },
    { installment: 2, amount: 3333, status: 'paid', payment_date: '2027-01-19' },
    { installment: 3, amount: 3333, status: 'paid', payment_date: '2027-02-18' },
  ]);
});

test('what is not paid in parts has one installment', async () => {
  const gateway = createGateway();
  const { id } = await gateway.call('createTransaction', { body: byPix() });
  expect((await gateway.call('listTransactionInstallments', { params: { id } })).data).toMatchObject([
    { installment: 1, amount: 15990, status: 'waiting_payment' },
  ]);
});

test('history and installments of an unknown transaction are 404', async () => {
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

test('a transaction that was dropped to keep within bounds says so', async () => {
  const gateway = createGateway({ keep: 2 });
  for (let n = 0; n < 4; n++) await gateway.call('createTransaction', { body: byPix() });
  expect(await gateway.refusal(gateway.call('retrieveTransaction', { params: { id: 1001 } }))).toMatchObject({
    status: 404,
    errors: [expect.stringContaining('--keep')],
  });
});
