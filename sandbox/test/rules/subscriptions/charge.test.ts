import { expect, test } from 'vitest';
import { periodStart } from '../../../src/rules/subscription-state.js';

test.each<[string, string, string, number, readonly string[]]>([
  ['is the last day of a shorter month', '2026-01-31', 'month', 1, ['2026-02-28', '2026-03-31', '2026-04-30']],
  ['of a leap day is 28 February', '2028-02-29', 'year', 1, ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ['counts several weeks as one period', '2026-02-27', 'week', 2, ['2026-03-13']],
  ['counts several days as one period', '2026-02-27', 'day', 3, ['2026-03-02']],
  ['counts several months as one period', '2026-02-27', 'month', 3, ['2026-05-27', '2026-08-27']],
])('subscription-cycle: the end of a period %s', (_, first, interval, interval_count, ends) => {
  const price = { id: 1, interval, interval_count };
  const start = (number: number) => new Date(periodStart(price, Date.parse(`${first}T13:05:41.482Z`), number));
  expect(ends.map((_, index) => start(index + 1))).toEqual(ends.map((end) => new Date(`${end}T13:05:41.482Z`)));
});

test('subscription-cycle: the day is the day in São Paulo', () => {
  // 23:00 on 30 March in São Paulo is 31 March in UTC, and the ends are 23:00 on 30 April and on 30 May.
  const price = { id: 1, interval: 'month', interval_count: 1 };
  const ends = [1, 2].map((number) =>
    new Date(periodStart(price, Date.parse('2026-03-31T02:00:00Z'), number)).toJSON(),
  );
  expect(ends).toEqual(['2026-05-01T02:00:00.000Z', '2026-05-31T02:00:00.000Z']);
});
