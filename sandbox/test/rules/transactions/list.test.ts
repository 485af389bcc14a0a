import { expect } from 'vitest';
import { createGateway, DAY, type Gateway, type Json, test } from '../gateway.ts';
import { byBoleto, byCard, byPix, card, REFUSED } from '../requests.ts';

test('list-order: the pages have all created transactions, newest first, with correct totals', async ({ gateway }) => {
  const ids: number[] = [];
  for (let n = 0; n < 32; n++) ids.push((await gateway.create(byPix())).id);
  const pages: Json[] = [];
  for (const page of ['1', '2', '3', '4']) pages.push(await gateway.call('listTransactions', { query: { page } }));
  const envelope = { last_page: 3, per_page: 15, total: 32 };
  expect(pages.map(({ data, ...envelope }) => ({ ...envelope, items: data.length }))).toEqual([
    { current_page: 1, ...envelope, items: 15 },
    { current_page: 2, ...envelope, items: 15 },
    { current_page: 3, ...envelope, items: 2 },
    { current_page: 4, ...envelope, items: 0 },
  ]);
  expect(pages.flatMap(({ data }) => data.map(({ id }: Json) => id))).toEqual(ids.reverse());
});

test('list-envelope: an empty list has one page', async ({ gateway }) => {
  const empty = { data: [], current_page: 1, last_page: 1, per_page: 15, total: 0 };
  expect(await gateway.call('listTransactions')).toEqual(empty);
});

test('per_page has a maximum, and the response shows the value in use', async ({ gateway }) => {
  expect(await gateway.call('listTransactions', { query: { per_page: '2' } })).toMatchObject({ per_page: 2 });
  expect(await gateway.call('listTransactions', { query: { per_page: '1000000' } })).toMatchObject({ per_page: 100 });
});

test.each([{ page: '0' }, { page: '-1' }, { page: 'x' }, { per_page: '0' }, { page: '1e9' }, { page: '' }])(
  '%j is refused',
  async (query) => {
    const gateway = createGateway();
    await gateway.refuses(422, gateway.call('listTransactions', { query: query as Record<string, string> }));
  },
);

test('history-shape: the history has each change with its time and amount, oldest first', async ({ gateway }) => {
  const { id } = await gateway.create(byCard({ async: true, capture: false }));
  await gateway.advance(61_000);
  await gateway.capture(id, { amount: 12_000 });
  await gateway.refund(id);
  expect(await gateway.history(id)).toEqual([
    { id: 1, status: 'processing', amount: 15990, created_at: '2026-11-20T13:05:41.482000Z' },
    { id: 2, status: 'authorized', amount: 15990, created_at: '2026-11-20T13:05:42.482000Z' },
    { id: 3, status: 'paid', amount: 12_000, created_at: '2026-11-20T13:06:42.482000Z' },
    { id: 4, status: 'refunded', amount: 12_000, created_at: '2026-11-20T13:06:42.482000Z' },
  ]);
  const query = { page: '2', per_page: '3' };
  const second = await gateway.call('listTransactionHistory', { params: { id }, query });
  expect(second).toMatchObject({ data: [{ id: 4 }], last_page: 2, total: 4 });
});

const installments = async (gateway: Gateway, id: number): Promise<Json[]> =>
  (await gateway.call('listTransactionInstallments', { params: { id } })).data;

test('installment-dates: they have the dates of the simulation, and add up to the amount', async ({ gateway }) => {
  const { id } = await gateway.create(byCard({ amount: 10_000, installments: 3 }));
  expect(await installments(gateway, id)).toEqual([
    { installment: 1, amount: 3334, status: 'due', payment_date: '2026-12-21' },
    { installment: 2, amount: 3333, status: 'due', payment_date: '2027-01-19' },
    { installment: 3, amount: 3333, status: 'due', payment_date: '2027-02-18' },
  ]);
});

test.each([
  // 20 November is a Friday and a holiday; the 24th is a Tuesday.
  ['2026-11-19T15:00:00Z', '2026-11-23'],
  ['2026-11-21T15:00:00Z', '2026-11-23'],
  ['2026-11-24T02:59:00Z', '2026-11-24'], // still Monday in São Paulo
  ['2026-11-24T03:00:00Z', '2026-11-25'],
  ['2026-12-24T15:00:00Z', '2026-12-28'], // Christmas, then a weekend
  ['2026-02-13T15:00:00Z', '2026-02-18'], // Carnival
])('installment-dates: a Pix that is paid at %s is paid out on %s', async (start, payment_date) => {
  const gateway = createGateway({ start });
  // The example expires within one day.
  const { id } = await gateway.createInvalid(byPix({ expiration_date: null }));
  await gateway.act('pay', 'transactions', id);
  expect(await installments(gateway, id)).toEqual([{ installment: 1, amount: 15_990, status: 'due', payment_date }]);
});

test("installment-dates: a boleto's payout date follows its payment, not its creation", async ({ gateway }) => {
  const { id } = await gateway.create(byBoleto());
  await gateway.advance(3 * DAY);
  await gateway.act('pay', 'transactions', id);
  expect(await installments(gateway, id)).toMatchObject([{ payment_date: '2026-11-24' }]);
});

test('installment-dates: a smaller capture and partial refunds change the amounts', async ({ gateway }) => {
  const { id } = await gateway.create(byCard({ amount: 10_000, installments: 3, capture: false }));
  const amounts = async () => (await installments(gateway, id)).map(({ amount }) => amount);
  expect(await amounts()).toEqual([3334, 3333, 3333]);
  await gateway.capture(id, { amount: 9001 });
  expect(await amounts()).toEqual([3001, 3000, 3000]);
  await gateway.refund(id, { amount: 4001 });
  expect(await amounts()).toEqual([1668, 1666, 1666]);
  await gateway.refund(id);
  expect(await amounts()).toEqual([3001, 3000, 3000]);
});

test('installment-status: installments are pending, then due, then paid out on their day', async ({ gateway }) => {
  const { id } = await gateway.create(byCard({ installments: 2, capture: false }));
  const statuses = async () => (await installments(gateway, id)).map(({ status }) => status);
  expect(await statuses()).toEqual(['pending', 'pending']);
  await gateway.capture(id);
  // 21 December in São Paulo begins at 3:00 UTC.
  await gateway.advanceTo('2026-12-21T02:59:59Z');
  expect(await statuses()).toEqual(['due', 'due']);
  await gateway.advance(1000);
  expect(await statuses()).toEqual(['paid_out', 'due']);
});

test.each([
  ['a refunded card', byCard({ installments: 2 }), 'refund', ['refunded', 'refunded']],
  ['a charged back card', byCard({ installments: 2 }), 'chargeback', ['chargedback', 'chargedback']],
  ['a Pix with a pending refund', byPix(), 'refund', ['due']],
  ['a refused card', byCard({ card: card(REFUSED) }), undefined, []],
  ['a canceled authorization', byCard({ capture: false }), 'cancel', []],
] as const)('installment-status: the installments of %s', async (_, body, act, statuses) => {
  const gateway = createGateway();
  const { id, payment_method } = await gateway.create(body);
  if (payment_method === 'pix') await gateway.act('pay', 'transactions', id);
  if (act !== undefined) await gateway.act(act, 'transactions', id);
  const found = await installments(gateway, id);
  expect(found.map(({ status }) => status)).toEqual(statuses);
  for (const { amount } of found) expect(amount).toBe(15990 / statuses.length);
});
