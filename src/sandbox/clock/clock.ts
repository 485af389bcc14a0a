import type { JsonObject } from '../json.js';

/** The clock of an account: the system's plus an offset in milliseconds, or one that stands still. */
export type Clock =
  | { readonly kind: 'system'; readonly offset: number }
  | { readonly kind: 'frozen'; readonly at: number };

/** The name of the account's document that keeps its clock. */
export const CLOCK = 'clock';

/** `system`: real time in milliseconds, as all processes on the store have it. */
export function readClock(clock: Clock, system: number): number {
  return clock.kind === 'frozen' ? clock.at : system + clock.offset;
}

/** The same clock, moved on to the time. It never goes back. */
export function movedTo(clock: Clock, time: number, system: number): Clock {
  if (time <= readClock(clock, system)) return clock;
  return clock.kind === 'frozen' ? { kind: 'frozen', at: time } : { kind: 'system', offset: time - system };
}

/** The clock in a document, or the one that accounts begin with. */
export function clockOf(document: JsonObject | undefined, initial: Clock): Clock {
  if (document?.kind === 'frozen' && typeof document.at === 'number') return { kind: 'frozen', at: document.at };
  if (document?.kind === 'system' && typeof document.offset === 'number') {
    return { kind: 'system', offset: document.offset };
  }
  return initial;
}
