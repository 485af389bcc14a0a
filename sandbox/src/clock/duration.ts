import { DAY, dayInSaoPaulo, monthsAfter } from 'payment-gateway-core/codes';
import { isObject } from 'payment-gateway-core/util';
import type { components } from '../../generated/sandbox-types.js';

/** A duration. Months and years follow the calendar of São Paulo; the other units have a fixed length. */
export type Duration = Readonly<components['schemas']['Duration']>;

const SECOND = 1000;
/** The end of every clock. The longest trial, period and sale that begin before it end before the year 10000, which dates cannot express. */
export const LAST_CLOCK_TIME = Date.UTC(8499, 11, 31);

/** The milliseconds of units with a fixed length. */
const EXACT = {
  weeks: 7 * DAY,
  days: DAY,
  hours: 3600 * SECOND,
  minutes: 60 * SECOND,
  seconds: SECOND,
  milliseconds: 1,
} as const;
const MONTHS = { years: 12, months: 1 } as const;

const UNITS: Readonly<Record<string, keyof Duration>> = {
  y: 'years',
  mo: 'months',
  w: 'weeks',
  d: 'days',
  h: 'hours',
  m: 'minutes',
  min: 'minutes',
  s: 'seconds',
  ms: 'milliseconds',
};

const SHORT = /^(?:\d+(?:y|mo|w|d|h|min|ms|m|s))+$/;
/** The days and the time of an ISO 8601 duration. `M` is a month in the former, and a minute in the latter. */
const ISO = /^P((?:\d+[YMWD])*)(?:T((?:\d+[HMS])+))?$/;

/** The requirement for strings. It omits the object syntax, because the command line has only strings. */
const WRITTEN = 'a duration is written like 31d, 12h, 90s, 1mo or P1M';

/** How to write a duration, for the help of the command line. */
export const DURATION_FORM =
  'like 31d, 12h, 90s, 1mo or P1M; the units are ms, s, m (minutes), h, d, w, mo (months) and y';

/** Reads `31d`, `12h`, `90s`, `1d12h`, `1mo` or an ISO 8601 duration such as `P1M` or `PT5M`. Throws one line with the accepted formats. */
export function parseDuration(written: string | Duration): Duration {
  const duration: unknown = typeof written === 'string' ? fromString(written) : written;
  const given = isObject(duration) ? Object.entries(duration).filter(([, count]) => count !== undefined) : [];
  const isValid = ([unit, count]: [string, unknown]) =>
    Object.hasOwn({ ...MONTHS, ...EXACT }, unit) && Number.isSafeInteger(count) && Number(count) >= 0;
  if (given.length > 0 && given.every(isValid)) return Object.fromEntries(given);
  const units = Object.keys({ ...MONTHS, ...EXACT }).join(', ');
  throw new TypeError(`${WRITTEN}, or given as { days: 31 }, with whole numbers, 0 or more, of ${units}`);
}

export interface MonthCount {
  /** Milliseconds. */
  readonly from: number;
  readonly months: number;
}

/**
 * Returns the months to count a duration from. After a 31st has become a 28th, further months still count from the 31st, as those of a subscription do.
 *
 * @param last the last advance by months, which still counts on the day that it reached
 */
export function monthsUntil(time: number, { from, months }: MonthCount = { from: time, months: 0 }): MonthCount {
  return dayInSaoPaulo(monthsAfter(from, months)) === dayInSaoPaulo(time)
    ? { from, months }
    : { from: time, months: 0 };
}

export function withMonths({ from, months }: MonthCount, duration: Duration): MonthCount {
  return { from, months: months + total(duration, MONTHS) };
}

/** Returns the time after the duration. A month later is the same day of the month, or its last day. Throws for times that a clock cannot have. */
export function after(time: number, duration: Duration, until = monthsUntil(time)): number {
  const { from, months } = withMonths(until, duration);
  const timeOfDay = time - monthsAfter(from, until.months);
  const later = monthsAfter(from, months) + timeOfDay + total(duration, EXACT);
  if (!(later <= LAST_CLOCK_TIME)) throw new RangeError('the clock ends with the year 8499');
  return later;
}

function total(duration: Duration, sizes: Readonly<Partial<Record<keyof Duration, number>>>): number {
  return Object.entries(sizes).reduce((sum, [unit, size]) => sum + size * (duration[unit as keyof Duration] ?? 0), 0);
}

function fromString(text: string): Duration {
  const [iso, days = '', time = ''] = ISO.exec(text) ?? [];
  const short = iso === undefined ? text : `${days.replaceAll('M', 'mo')}${time}`.toLowerCase();
  if (text.length > 60 || !SHORT.test(short)) throw new TypeError(WRITTEN);
  const duration: Record<string, number> = {};
  for (const [, count, unit = ''] of short.matchAll(/(\d+)(\D+)/g)) {
    const name = UNITS[unit];
    if (name !== undefined) duration[name] = (duration[name] ?? 0) + Number(count);
  }
  return duration;
}

/** Returns the milliseconds of a duration. Throws one line with the accepted formats. */
export function durationOf(given: string | Duration): number {
  return after(0, parseDuration(given));
}
