import { DAY, timestamp } from '../../../codes/days.js';
import { monthsAfter } from '../../clock/index.js';
import type { Wire } from '../work.js';

/** From when to when, in milliseconds. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** The period of a price with that number, counted from 0: its bounds are counted from the first one's, so that a 31st comes back. */
export function periodOf(price: Wire['Price'], first: number, number: number): Period {
  const boundary = (count: number) => later(first, price.interval ?? 'month', count * (price.interval_count ?? 1));
  return { start: boundary(number), end: boundary(number + 1) };
}

export function periodFields({ start, end }: Period) {
  return { current_period_start: timestamp(start), current_period_end: timestamp(end) };
}

function later(time: number, interval: string, count: number): number {
  if (interval === 'day') return time + count * DAY;
  if (interval === 'week') return time + count * 7 * DAY;
  return monthsAfter(time, interval === 'year' ? count * 12 : count);
}
