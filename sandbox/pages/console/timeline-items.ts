/** Prepares the items of a timeline: a request or an act with everything that it caused is one entry. */
import { exactTime, type Zone } from '../shared/locale.js';
import type { Schemas } from './api.js';

export type Item = Schemas['TimelineItem'];

export interface TimelineEntry {
  /** The heading above the entry, if its day begins with it. */
  readonly day: string | undefined;
  readonly head: Item;
  /** By the clock of the account, if it is known. */
  readonly time: string | undefined;
  /** The states and events that the head caused. */
  readonly effects: readonly Item[];
}

/** All attempts to deliver an event to a receiver, oldest first, and the next one. */
export interface Sent {
  readonly attempts: readonly Item[];
  readonly due: Item | undefined;
}

/** They belong to their event. */
const isDelivery = ({ type, what }: Item): boolean => type === 'attempt' || what === 'deliver' || what === 'held';

const isCausedBy = (head: Item, { type, request, at, time }: Item): boolean =>
  (type === 'state' || type === 'event') &&
  head.type !== 'due' &&
  (request === undefined ? head.type !== 'request' && head.at === at && head.time === time : head.request === request);

/** @param agrees the clock of the account shows real time, so real times also belong to a day */
export function entriesOf(items: readonly Item[], zone: Zone, agrees: boolean): TimelineEntry[] {
  const grouped: { head: Item; effects: Item[] }[] = [];
  for (const item of items) {
    const last = grouped.at(-1);
    if (isDelivery(item)) continue;
    if (last !== undefined && isCausedBy(last.head, item)) last.effects.push(item);
    else grouped.push({ head: item, effects: [] });
  }
  // The journal has only the real time of a request, and its effects have both.
  const entries = grouped.map(({ head, effects }) => ({ head, effects, time: head.time ?? effects[0]?.time }));
  const dayOf = ({ head, time = agrees ? head.at : undefined }: (typeof entries)[number]): string | undefined =>
    time && exactTime(time, zone).slice(0, 10);
  let last: string | undefined;
  return entries.map((entry) => {
    const day = dayOf(entry) ?? last ?? entries.map(dayOf).find(Boolean);
    const isNew = day !== last;
    last = day;
    return { ...entry, day: isNew ? day : undefined };
  });
}

/** The deliveries of an event, one per receiver. */
export function deliveriesOf(event: number | undefined, items: readonly Item[]): Sent[] {
  const sent = items.filter((item) => isDelivery(item) && item.event === event);
  return [...new Set(sent.map(({ receiver }) => receiver))].map((receiver) => {
    const own = sent.filter((item) => item.receiver === receiver);
    return { attempts: own.filter(({ type }) => type === 'attempt'), due: own.find(({ type }) => type === 'due') };
  });
}

/** Groups attempts in a row that had the same result. */
export function runsOf(attempts: readonly Item[]): Item[][] {
  const runs: Item[][] = [];
  for (const attempt of attempts) {
    const run = runs.at(-1);
    if (run?.[0]?.status === attempt.status && run?.[0]?.error === attempt.error) run?.push(attempt);
    else runs.push([attempt]);
  }
  return runs;
}
