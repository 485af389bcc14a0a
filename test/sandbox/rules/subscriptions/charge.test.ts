import { expect, test } from 'vitest';
import { periodStart } from '../../../../src/sandbox/rules/subscriptions/charge.js';

const ends = (first: string, interval: string, interval_count: number, numbers: readonly number[]) =>
  numbers.map((number) =>
    new Date(periodStart({ id: 1, interval, interval_count }, Date.parse(first), number + 1)).toISOString(),
  );

test('a month later is the same day, or the last day of the month, counted from the first date', () => {
  expect(ends('2026-01-31T13:05:41.482Z', 'month', 1, [0, 1, 2, 11, 12])).toEqual([
    '2026-02-28T13:05:41.482Z',
    '2026-03-31T13:05:41.482Z',
    '2026-04-30T13:05:41.482Z',
    '2027-01-31T13:05:41.482Z',
    '2027-02-28T13:05:41.482Z',
  ]);
});

test('a year after February 29 is February 28, and four years after it is February 29 again', () => {
  expect(ends('2028-02-29T12:00:00Z', 'year', 1, [0, 3])).toEqual([
    '2029-02-28T12:00:00.000Z',
    '2032-02-29T12:00:00.000Z',
  ]);
});

test('subscription-cycle: the day is the day in São Paulo', () => {
  // 23:00 on 30 March in São Paulo is 31 March in UTC.
  expect(ends('2026-03-31T02:00:00Z', 'month', 1, [0, 1])).toEqual([
    '2026-05-01T02:00:00.000Z', // 23:00 on 30 April
    '2026-05-31T02:00:00.000Z', // 23:00 on 30 May
  ]);
});

test('several intervals count as one period', () => {
  expect(ends('2026-02-27T23:59:59Z', 'week', 2, [0])).toEqual(['2026-03-13T23:59:59.000Z']);
  expect(ends('2026-02-27T23:59:59Z', 'day', 3, [0])).toEqual(['2026-03-02T23:59:59.000Z']);
  expect(ends('2026-02-27T23:59:59Z', 'month', 3, [0, 1])).toEqual([
    '2026-05-27T23:59:59.000Z',
    '2026-08-27T23:59:59.000Z',
  ]);
});
