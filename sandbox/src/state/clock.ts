import { performance } from 'node:perf_hooks';
import { RealTime } from '../stores/index.js';

/** The clock of an account: the system's plus an offset in milliseconds, or a frozen one. */
export type Clock =
  | { readonly kind: 'system'; readonly offset: number }
  | { readonly kind: 'frozen'; readonly at: number };

export const CLOCK = 'clock';

/** The account document with the process whose advance is under way. */
export const ADVANCE = 'advance';

/** Returns the time of the clock. `system` is the store's time in milliseconds, which all processes share. */
export function readClock(clock: Clock, system: number): number {
  return clock.kind === 'frozen' ? clock.at : system + clock.offset;
}

/** Returns the clock, advanced to the time. It never goes back. */
export function movedTo(clock: Clock, time: number, system: number): Clock {
  if (time <= readClock(clock, system)) return clock;
  return clock.kind === 'frozen' ? { kind: 'frozen', at: time } : { kind: 'system', offset: time - system };
}

/** Returns the store's time at which the clock shows a time; `undefined` if the clock is frozen before it. */
export function realTimeOf(clock: Clock, time: number): number | undefined {
  if (clock.kind === 'system') return time - clock.offset;
  return time <= clock.at ? 0 : undefined;
}

/** By how much the clock of a store may fall behind between two messages. Milliseconds. */
const DRIFT = 1000;

/** The real time of the store in milliseconds, which is the same in all processes that share it. */
export class StoreTime {
  readonly #time = new RealTime();
  /** The store's time at which `performance.now()` was 0. Undefined before the first message of the store: then the clock of this host counts. */
  #origin: number | undefined;

  /** @param at a time by `performance.now()`; default: now */
  now(at = performance.now()): number {
    return this.#origin === undefined ? this.#time.now(at) : Math.floor(this.#origin + at);
  }

  /** Follows the store's clock, unless it was set back. A clock of this host that is wrong for a while changes nothing. */
  follow(now: number): void {
    if (this.#origin === undefined || now > this.now() - DRIFT) this.#origin = now - performance.now();
  }

  /** Follows the store's clock if it is ahead, because the clock of its host was set forward. */
  reach(now: number): void {
    if (now > this.now()) this.follow(now);
  }
}
