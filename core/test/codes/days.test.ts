import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  businessDay,
  dayInSaoPaulo,
  endOfDay,
  isBankHoliday,
  isDay,
  monthsAfter,
  readDateTime,
  timestamp,
} from '../../src/codes/days.js';

const at = (text: string): number => Date.parse(text);
const iso = (time: number) => new Date(time).toISOString();

test('a day in São Paulo starts and ends three hours after a UTC day', () => {
  expect(dayInSaoPaulo(Date.parse('2026-11-21T02:59:59.999Z'))).toBe('2026-11-20');
  expect(dayInSaoPaulo(Date.parse('2026-11-21T03:00:00Z'))).toBe('2026-11-21');
  expect(iso(endOfDay('2026-12-31'))).toBe('2027-01-01T03:00:00.000Z');
});

test('a payment day on a weekend or a holiday moves to the next business day', () => {
  expect(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-23'].map(businessDay)).toEqual([
    '2026-11-19',
    '2026-11-23',
    '2026-11-23',
    '2026-11-23',
  ]);
  // The weekend and two days of Carnival.
  expect(businessDay('2026-02-14')).toBe('2026-02-18');
});

// The calendars that Febraban publishes.
test.each([
  [2024, '01-01 02-12 02-13 03-29 04-21 05-01 05-30 09-07 10-12 11-02 11-15 11-20 12-25'],
  [2025, '01-01 03-03 03-04 04-18 04-21 05-01 06-19 09-07 10-12 11-02 11-15 11-20 12-25'],
  [2026, '01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-15 11-20 12-25'],
])('Brazil has its bank holidays in %i', (year, holidays) => {
  const days = Array.from({ length: 366 }, (_, index) => addDays(`${year}-01-01`, index));
  const found = days.filter((day) => day.startsWith(String(year)) && isBankHoliday(day)).map((day) => day.slice(5));
  expect(found.join(' ')).toBe(holidays);
});

test('20 November is a holiday since 2024', () => {
  expect([isBankHoliday('2023-11-20'), isBankHoliday('2024-11-20')]).toEqual([false, true]);
});

test('a month counts from the local day in São Paulo', () => {
  // 23:30 on 31 January, which is 1 February in UTC.
  const time = at('2026-02-01T02:30:00Z');
  expect(iso(monthsAfter(time, 1))).toBe('2026-03-01T02:30:00.000Z'); // 28 February, 23:30
  expect(iso(monthsAfter(time, 2))).toBe('2026-04-01T02:30:00.000Z'); // 31 March, 23:30
  expect(iso(monthsAfter(time, 3))).toBe('2026-05-01T02:30:00.000Z'); // 30 April, 23:30
  const eve = at('2026-03-31T01:00:00Z'); // 22:00 on 30 March
  expect(iso(monthsAfter(eve, 1))).toBe('2026-05-01T01:00:00.000Z'); // 22:00 on 30 April
});

test.each([
  ['2027-01-31T10:00:00Z', 1, '2027-02-28T10:00:00Z'],
  ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
  ['2026-11-20T12:00:00.123Z', 12, '2027-11-20T12:00:00.123Z'],
  ['2024-02-29T03:00:00Z', 12, '2025-02-28T03:00:00Z'],
])('%s and %i months is %s', (from, months, to) => {
  expect(monthsAfter(at(from), months)).toBe(at(to));
});

test('a month later is the same day, or the last day of the next month', () => {
  const dates = fc.date({ min: new Date('1970-01-02'), max: new Date('2900-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, fc.nat(500), (date, months) => {
      const time = date.getTime();
      const [from, to] = [time, monthsAfter(time, months)].map((at) => new Date(at - 3 * 3_600_000)) as [Date, Date];
      const passed = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
      expect(passed).toBe(months);
      const isLast = new Date(to.getTime() + 86_400_000).getUTCDate() === 1;
      expect(to.getUTCDate() === from.getUTCDate() || (isLast && to.getUTCDate() < from.getUTCDate())).toBe(true);
      expect(to.getTime() % 86_400_000).toBe(from.getTime() % 86_400_000);
    }),
  );
});

test('timestamps have microseconds and a Z', () => {
  expect(timestamp(Date.parse('2026-11-20T13:05:41.482Z'))).toBe('2026-11-20T13:05:41.482000Z');
  expect(timestamp(0)).toBe('1970-01-01T00:00:00.000000Z');
});

test.each([
  ['2026-11-20 14:05:41', '2026-11-20T14:05:41.000Z'],
  ['2026-11-20T14:05:41.482915Z', '2026-11-20T14:05:41.482Z'],
])('%s is read as a time in UTC', (text, expected) => {
  expect(iso(readDateTime(text) ?? 0)).toBe(expected);
});

test.each([
  '',
  '2026-11-20',
  '2026-02-30 10:00:00',
  '20/11/2026 10:00:00',
  `${'9'.repeat(100_000)}`,
  '2026-11-20 14:05:41-03:00',
])('not a time: %.30s', (text) => {
  expect(readDateTime(text)).toBeUndefined();
});

test('detects days that do not exist', () => {
  expect(['2026-02-28', '2028-02-29', '2026-02-29', '2026-13-01', '2026-1-1', 'x'].map(isDay)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
