import { expect, test } from 'vitest';
import { dayInSaoPaulo, endOfDay, isDay, readDateTime, timestamp, workday } from '../../src/codes/days.js';
import { isTimestamp } from '../contract/brazil.ts';

const iso = (time: number) => new Date(time).toISOString();

test('a day in São Paulo begins and ends three hours after that of UTC', () => {
  expect(dayInSaoPaulo(Date.parse('2026-11-21T02:59:59.999Z'))).toBe('2026-11-20');
  expect(dayInSaoPaulo(Date.parse('2026-11-21T03:00:00Z'))).toBe('2026-11-21');
  expect(iso(endOfDay('2026-12-31'))).toBe('2027-01-01T03:00:00.000Z');
});

test('a payment day on a weekend moves to Monday', () => {
  expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(workday)).toEqual([
    '2026-11-20',
    '2026-11-23',
    '2026-11-23',
    '2026-11-23',
  ]);
});

test('timestamps have microseconds and a Z', () => {
  expect(timestamp(Date.parse('2026-11-20T13:05:41.482Z'))).toBe('2026-11-20T13:05:41.482000Z');
  expect(isTimestamp(timestamp(0))).toBe(true);
});

test.each([
  ['2026-11-20 14:05:41', '2026-11-20T14:05:41.000Z'],
  ['2026-11-20T14:05:41Z', '2026-11-20T14:05:41.000Z'],
  ['2026-11-20T14:05:41.482915Z', '2026-11-20T14:05:41.482Z'],
])('%s is read as a time in UTC', (text, expected) => {
  expect(iso(readDateTime(text) ?? 0)).toBe(expected);
});

test.each([
  '',
  '2026-11-20',
  '2026-02-30 10:00:00',
  '2026-11-20 25:00:00',
  '20/11/2026 10:00:00',
  `${'9'.repeat(100_000)}`,
  '2026-11-20 14:05:41-03:00',
])('not a time: %.30s', (text) => {
  expect(readDateTime(text)).toBeUndefined();
});

test('days that do not exist are told from those that do', () => {
  expect(['2026-02-28', '2028-02-29', '2026-02-29', '2026-13-01', '2026-1-1', 'x'].map(isDay)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
