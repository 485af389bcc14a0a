/** Prepares the items of a timeline: one entry per event and receiver, and headings for the days. */
import { exactTime, type Zone } from '../shared/locale.js';
import type { Schemas } from './api.js';

export type Item = Schemas['TimelineItem'];

/** All attempts to deliver an event to a receiver, oldest first, and the next one. */
export interface Sent {
  readonly type: 'delivery';
  readonly attempts: readonly Item[];
  readonly due: Item | undefined;
}

/** An entry of the timeline, or the heading of a day. */
type Entry = { readonly item: Item } | Sent | { readonly type: 'day'; readonly day: string };

const isSame = (one: Item, other: Item): boolean => one.event === other.event && one.receiver === other.receiver;
const isDelivery = ({ type, what }: Item): boolean => type === 'attempt' || what === 'deliver';

/** @param agrees the clock of the account shows real time, so real times also belong to a day */
export function entriesOf(items: readonly Item[], zone: Zone, agrees: boolean): Entry[] {
  const entries: Entry[] = [];
  let last: string | undefined;
  for (const [index, item] of items.entries()) {
    const attempts = items.filter((one) => one.type === 'attempt' && isSame(one, item));
    // A delivery is where its first attempt was, or where it is due.
    if (isDelivery(item) && (attempts[0] ?? item) !== item) continue;
    const time = item.time ?? (agrees ? item.at : undefined);
    const day = time && exactTime(time, zone).slice(0, 10);
    if (day !== undefined && day !== last) entries.push({ type: 'day', day });
    last = day ?? last;
    const due = items.slice(index).find((one) => one.what === 'deliver' && isSame(one, item));
    entries.push(isDelivery(item) ? { type: 'delivery', attempts, due } : { item });
  }
  return entries;
}
