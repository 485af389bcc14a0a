/** The clock of an account: the system's plus an offset in milliseconds, or a frozen one. */
export type Clock =
  | { readonly kind: 'system'; readonly offset: number }
  | { readonly kind: 'frozen'; readonly at: number };

export const CLOCK = 'clock';

/** The account document of an advance that is under way. */
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
