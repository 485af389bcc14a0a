import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY } from '../../../core/src/codes/index.js';
import { type BooksOptions, compareBooks } from '../../src/books.js';
import { type ListServer, listed, manyListed, ordersOf, startList } from './list-server.ts';
import { clientOf } from './shop.ts';

const compare = (list: ListServer, orders: readonly { order: string; paid: number }[], options: BooksOptions = {}) =>
  compareBooks(clientOf(list), orders, { rate: Number.POSITIVE_INFINITY, ...options });

test('a page that the list repeats is not taken for its end', async () => {
  const first = manyListed(300).slice(0, 100);
  await using withTotal = await startList([], { envelope: () => ({ data: first, last_page: 3, total: 300 }) });
  await expect(compare(withTotal, ordersOf(300))).rejects.toThrow('the list ended after 100 of 300');

  await using without = await startList([], { envelope: () => ({ data: first }) });
  await expect(compare(without, ordersOf(300))).rejects.toThrow(
    /^transactions: page \d repeats earlier pages, and the list does not say where it ends$/,
  );
});

test.each<[object, string]>([
  [{ data: 'none', last_page: 1 }, 'page 1 is not a list with data and last_page'],
  [{ data: [], last_page: 'many' }, 'page 1 is not a list with data and last_page'],
  [{ data: [], last_page: '3' }, 'page 1 of 3 is empty'],
  [{ message: 'moved' }, 'page 1 is not a list with data and last_page'],
])('the response %j is no list, and not an empty one', async (body, problem) => {
  await using list = await startList([], { envelope: () => body });
  await expect(compare(list, ordersOf(1))).rejects.toThrow(`transactions: ${problem}`);
});

test('a list whose last page moves away ends after twice the pages that it had, plus ten', async () => {
  let page = 0;
  await using list = await startList([], {
    envelope: () => ({ data: [listed(++page)], last_page: page + 2, total: undefined }),
  });
  await expect(compare(list, ordersOf(1))).rejects.toThrow(
    'transactions: the end of the list moves away; books stopped after 16 pages',
  );
  expect(list.asked).toHaveLength(16);
});

test('a list without an envelope that shows less than was asked for has one page', async () => {
  await using list = await startList([], { envelope: () => manyListed(3) });
  expect(await compare(list, ordersOf(3))).toMatchObject({ payments: 3, differences: [] });
});

test('payments that arrive between two pages do not make the list look unordered', async () => {
  await using list = await startList(manyListed(1_000), { pageSize: 10 });
  list.intercept = (asked) => {
    if (asked === 'page 2') list.transactions.unshift(...[1_004, 1_003, 1_002, 1_001].map((id) => listed(id)));
    return false;
  };
  // The shop lists the orders of the last four days.
  await compare(list, ordersOf(1_000).slice(900), { since: '2025-02-20' });
  expect(list.asked.length).toBeLessThan(30);
});

test('an id that comes twice is one payment', async () => {
  const [one] = manyListed(1);
  await using list = await startList([], {
    envelope: () => ({ data: [one, { ...one, id: '1' }], last_page: 1, total: 1 }),
  });
  expect(await compare(list, ordersOf(1))).toMatchObject({ payments: 1, differences: [] });
});

test('many payments in doubt are read again by page, few by id', async () => {
  await using list = await startList(manyListed(45), { pageSize: 10 });
  const inReais = ordersOf(45).map(({ order }) => ({ order, paid: 10 }));
  expect((await compare(list, inReais)).differences).toHaveLength(45);
  expect(list.asked).toHaveLength(10);
  list.asked.length = 0;
  await compare(list, [{ order: 'order-7', paid: 1 }, ...ordersOf(45).filter(({ order }) => order !== 'order-7')]);
  expect(list.asked.at(-1)).toBe('id 7');
});

test('requests keep the distance that the rate asks for', async () => {
  await using list = await startList(manyListed(45), { pageSize: 10 });
  const times: number[] = [];
  list.intercept = () => {
    times.push(performance.now());
    return false;
  };
  await compare(list, ordersOf(45), { rate: 600 });
  // 100 ms apart when they leave, and timers may be a millisecond early. A busy machine only makes the whole longer.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(4 * 100 - 50);
});

test.each([
  [{ status: 'refunded', amount: '10,00', paid_amount: null, capture_amount: null }, '`amount` is not in centavos'],
  [{ status: 'authorized', amount: 10.5 }, '`amount` is not in centavos'],
  [{ status: 'unheard_of' }, 'its status is unknown'],
  [{ paid_amount: -1 }, '`paid_amount` is not in centavos'],
  [{ paid_amount: 1e300 }, '`paid_amount` is not in centavos'],
  [{ created_at: '2025-01-10T12:00:00' }, undefined],
  [{ created_at: '01/10/2025 12:00' }, '`created_at` is not a time with a zone'],
  [{ created_at: null }, '`created_at` is not a time with a zone'],
])('a payment with %j is not decided: %s', async (fields, reason) => {
  await using list = await startList([listed(1, fields)]);
  const { differences, undecided } = await compare(list, [{ order: 'order-1', paid: 999 }]);
  const isDecided = reason === undefined;
  expect(undecided).toEqual(isDecided ? [] : [{ transaction: '1', reason }]);
  expect(differences).toHaveLength(isDecided ? 1 : 0);
});

test.each<[string, number, string | undefined, 'open' | 'differences']>([
  ['is ahead, and the newest payment shows it', 60 * DAY, undefined, 'open'],
  [
    'is ahead, and a header shows that the payment is old',
    60 * DAY,
    new Date(Date.now() + 61 * DAY).toUTCString(),
    'differences',
  ],
  [
    'is behind, and a header shows that the payment is young',
    -60 * DAY,
    new Date(Date.now() - 60 * DAY).toUTCString(),
    'open',
  ],
  ['is behind, and no header shows it', -60 * DAY, undefined, 'differences'],
  ['agrees, and the header is no time', -DAY, 'yesterday', 'differences'],
])('if the clock of the gateway %s, its time decides', async (_, age, date, where) => {
  const created_at = new Date(Date.now() + age).toISOString();
  await using list = await startList([listed(1, { created_at, updated_at: created_at })]);
  list.intercept = (_asked, response) => {
    response.sendDate = false;
    if (date !== undefined) response.setHeader('date', date);
    return false;
  };
  const result = await compare(list, [{ order: 'order-1', paid: 900 }]);
  expect(result[where]).toHaveLength(1);
});

test('money that is on its way, back or held is seen in each status', async () => {
  const at = Date.parse('2025-01-10T13:10:00Z');
  const later = at + 3_600_000;
  const kindOf = async (fields: object, paid: number, now: number) => {
    await using list = await startList([listed(1, fields)]);
    const { differences, open } = await compare(list, [{ order: 'order-1', paid }], { now });
    return [...differences.map(({ kind }) => kind), ...open.map(({ kind }) => `open: ${kind}`)].join();
  };
  for (const status of ['processing', 'analyzing', 'pending_review'])
    expect(await kindOf({ status }, 1000, later), status).toBe('open: order-without-payment');
  expect(await kindOf({ status: 'pending_refund' }, 1000, later)).toBe('open: refund');
  expect(await kindOf({ status: 'chargedback' }, 1000, later)).toBe('refund');
  expect(await kindOf({ status: 'authorized', paid_amount: null, capture_amount: 0 }, 1000, later)).toBe(
    'other-amount',
  );
  for (const status of ['refused', 'canceled', 'waiting_payment'])
    expect(await kindOf({ status, paid_amount: null, capture_amount: 0 }, 1000, later), status).toBe(
      'order-without-payment',
    );
  for (const status of ['refused', 'canceled']) expect(await kindOf({ status }, 1000, later), status).toBe('refund');
  expect(await kindOf({}, 900, at)).toBe('open: other-amount');
  expect(await kindOf({}, 900, later)).toBe('other-amount');
});

test('days are those of São Paulo, also at the change of the year and on a machine in another zone', async () => {
  // 23:30 on December 31 and 00:30 on January 1 in São Paulo.
  const [last, first] = ['2026-01-01T02:30:00Z', '2026-01-01T03:30:00Z'];
  const times = [last, first, '2025-12-31T23:30:00-03:00', '2026-01-01 03:30:00'];
  await using list = await startList(times.map((time, at) => listed(9 - at, { created_at: time, updated_at: time })));
  onTestFinished(() => void vi.unstubAllEnvs());
  const found = async (days: BooksOptions) =>
    (await compare(list, [], days)).differences.map(({ payments: [one] }) => one?.id).sort();
  for (const [zone, hour] of [
    ['America/Los_Angeles', 18],
    ['Pacific/Kiritimati', 16],
  ] as const) {
    vi.stubEnv('TZ', zone);
    expect(new Date(last).getHours(), zone).toBe(hour);
    expect(await found({ since: '2026-01-01' })).toEqual(['6', '8']);
    expect(await found({ until: '2025-12-31' })).toEqual(['7', '9']);
  }
});
