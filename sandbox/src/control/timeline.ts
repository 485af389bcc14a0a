/** The timeline of one object: requests, states, events and their deliveries in one order, although they have two clocks. */
import { isoTime } from 'payment-gateway-core/codes';
import type { components } from '../../generated/sandbox-types.js';
import type { EventDelivery, Stored, StoredEvent, Unit } from '../state/index.js';
import { type Arrived, shownEvent, withoutSecrets } from './console-lists.js';
import { statesOf } from './details.js';

type Item = components['schemas']['TimelineItem'];

/** An item with its real time in milliseconds, if it is known. */
interface Placed {
  readonly item: Item;
  readonly at?: number | undefined;
  /** The arrival of the request, or of the request that caused the item. */
  readonly request?: number | undefined;
}

const MOST_EVENTS = 100;
/** After any timestamp. */
const LAST = 'none';

/** @param requests oldest first */
export function timelineOf(unit: Unit, object: Stored, requests: readonly Arrived[]): Item[] {
  const events = [...unit.state.events({ object, offset: 0, limit: MOST_EVENTS }).items].reverse();
  const past = withRequests(inAccountTime(statesOf(unit, object), events), requests.map(requestItem));
  const keys = new Map(past.map(({ item, key }) => [item.type === 'event' ? item.event : undefined, key]));
  const attempts = events.flatMap((event) =>
    attemptsOf(shownEvent(unit.account, event)).map((item) => {
      return { item, key: Math.max(Date.parse(item.at ?? ''), keys.get(event.id) ?? 0) };
    }),
  );
  // The sort is stable: at the same time, an attempt comes after its event.
  const all = [...past, ...attempts].sort((one, other) => one.key - other.key);
  const due = events.flatMap(({ deliveries }) => deliveries.flatMap((delivery) => dueOf(delivery) ?? []));
  const what = String(object.hidden.next ?? 'charge');
  if (object.due !== undefined) due.push({ type: 'due', what, time: isoTime(object.due) });
  due.sort(({ time: one = LAST }, { time: other = LAST }) => one.localeCompare(other));
  return [...all.map(({ item }) => item), ...due];
}

/** Returns the states and events, oldest first. A state comes before the event that reports it. */
function inAccountTime(states: ReturnType<typeof statesOf>, events: readonly StoredEvent[]): Placed[] {
  const left = states.map(([state, cause]) => ({ item: { type: 'state' as const, ...state }, ...cause }));
  const placed = events.flatMap(({ id, name, cause, payload, deliveries, ...event }): Placed[] => {
    const time = isoTime(event.time);
    const firstAttempt = deliveries.flatMap(({ attempts }) => attempts.map(({ at }) => at)).sort()[0];
    const reported = left.findIndex(
      ({ item }) => item.time === time && (item.what === payload.status || name === 'link.paid'),
    );
    const earlier = left.filter(({ item }) => item.time < time).length;
    const [own, ...others] = left.splice(0, reported < 0 ? earlier : reported + 1).reverse();
    return [
      ...others.reverse(),
      ...(own === undefined ? [] : [{ ...(reported >= 0 && cause), ...own }]),
      { item: { type: 'event', event: id, name, time, deliveries: deliveries.length }, at: firstAttempt, ...cause },
    ];
  });
  return [...placed, ...left];
}

/** Adds the requests, each before its effects, and keys to sort by: the real time, never before the previous item. */
function withRequests(facts: readonly Placed[], requests: Placed[]): (Placed & { readonly key: number })[] {
  const numbers = new Map(requests.map(({ item, request }) => [request, item.request]));
  const ordered: (Placed & { readonly key: number })[] = [];
  const put = (placed: Placed) => ordered.push({ ...placed, key: Math.max(placed.at ?? 0, ordered.at(-1)?.key ?? 0) });
  for (const fact of facts) {
    const number = numbers.get(fact.request);
    const later = requests.findIndex(({ at = 0, request = 0 }) =>
      number === undefined ? Math.floor(at) > (fact.at ?? 0) : request > (fact.request ?? 0),
    );
    requests.splice(0, later < 0 ? requests.length : later).forEach(put);
    put({
      ...fact,
      item: { ...fact.item, ...(fact.at && { at: isoTime(fact.at) }), ...(number && { request: number }) },
    });
  }
  requests.forEach(put);
  return ordered;
}

function requestItem({ number, method, path, status, warnings, planned, time, duration, started }: Arrived): Placed {
  // Times are whole milliseconds. The latest possible arrival comes after each attempt that ended before it.
  const at = Date.parse(time) + 1 - duration;
  const counted = { status, duration, warnings: warnings.length, ...(planned !== undefined && { planned }) };
  return {
    item: { type: 'request', request: number, method, path, ...counted, at: isoTime(at) },
    at,
    request: started,
  };
}

function attemptsOf({ id, deliveries }: ReturnType<typeof shownEvent>): Item[] {
  return deliveries.flatMap(({ attempts, receiver, url }) =>
    attempts.map((attempt, index) => {
      return { type: 'attempt', event: id, receiver, url, again: index === attempts.length - 1, ...attempt };
    }),
  );
}

/** Returns the next try of a delivery. A first try that waits for an earlier event has no time. */
function dueOf({ event, receiver, url, state, notBefore, readyAt, by }: EventDelivery): Item | undefined {
  if (state !== 'pending' && state !== 'held') return undefined;
  const what = state === 'held' ? 'held' : 'deliver';
  const when = {
    ...(notBefore > 0 && { time: isoTime(notBefore) }),
    ...(readyAt > 0 && by === '' && { at: isoTime(readyAt) }),
  };
  return { type: 'due', what, event, receiver, url: withoutSecrets(url), ...when };
}
