import { expect, test } from 'vitest';
import { after, type Duration, parseDuration } from '../../src/clock/duration.js';

const at = (text: string): number => Date.parse(text);

test.each([
  ['31d', { days: 31 }],
  ['1d12h', { days: 1, hours: 12 }],
  ['90s', { seconds: 90 }],
  ['5min', { minutes: 5 }],
  ['250ms', { milliseconds: 250 }],
  ['2w', { weeks: 2 }],
  ['1mo', { months: 1 }],
  ['1y', { years: 1 }],
  ['0s', { seconds: 0 }],
  ['P1M', { months: 1 }],
  ['PT5M', { minutes: 5 }],
  ['P1Y2M3W4DT5H6M7S', { years: 1, months: 2, weeks: 3, days: 4, hours: 5, minutes: 6, seconds: 7 }],
])('reads %s', (text, duration) => {
  expect(parseDuration(text)).toEqual(duration);
});

test.each(['', '5', '-1d', '1.5d', 'P', 'PT', '1x', 'P1D2', '1'.repeat(100_000), null, [], 5])(
  'refuses %s in one line',
  (text) => {
    expect(() => parseDuration(text as never)).toThrow(
      typeof text === 'string'
        ? /^a duration is written like 31d, 12h, 90s, 1mo or P1M$/
        : /P1M, or given as \{ days: 31 \}, with whole numbers, 0 or more, of years, months, weeks/,
    );
  },
);

test.each<object>([{ days: -1 }, { hours: 1.5 }, { day: 1 }, {}, { toString: 1 }])('refuses %j', (duration) => {
  expect(() => parseDuration(duration as Duration)).toThrow(
    'or given as { days: 31 }, with whole numbers, 0 or more, of years',
  );
});

test('refuses times after the year 8499, because later dates follow from them', () => {
  for (const years of [6474, 9000, Number.MAX_SAFE_INTEGER]) {
    expect(() => after(at('2026-11-20T12:00:00Z'), { years })).toThrow('the clock ends with the year 8499');
  }
});
