/**
 * Objects, events and deliveries as text: one field per line. JSON has no line break and no tab of its own, so that the script finds what it
 * needs without reading JSON, which keeps every string and number exactly as it was.
 */
import type { JsonObject } from '../../json.js';
import type { Attempt, Delivery, DeliveryState, NewDelivery, NewEvent, Stored, StoredEvent } from '../store.js';

/** Names as the script tells them apart. */
export const joined = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join('\t');
const split = (text: string): string[] =>
  text === '' ? [] : text.split('\t').map((name) => JSON.parse(name) as string);

export function objectRecord({ version, due, groups, keys, value, hidden }: Stored): string {
  return [version, due ?? '', joined(groups), joined(keys), JSON.stringify(value), JSON.stringify(hidden)].join('\n');
}

export function objectOf(kind: string, id: number, record: string): Stored {
  const [version, due = '', groups = '', keys = '', value = '', hidden = ''] = record.split('\n');
  return {
    kind,
    id,
    version: Number(version),
    value: JSON.parse(value) as JsonObject,
    hidden: JSON.parse(hidden) as JsonObject,
    groups: split(groups),
    keys: split(keys),
    ...(due !== '' && { due: Number(due) }),
  };
}

export function eventRecord({ time, name, kind, object, payload }: Omit<NewEvent, 'deliveries'>): string {
  return [time, JSON.stringify(name), JSON.stringify(kind), object, JSON.stringify(payload)].join('\n');
}

export function eventOf(id: number, record: string): Omit<StoredEvent, 'deliveries'> {
  const [time, name = '', kind = '', object, payload = ''] = record.split('\n');
  return {
    id,
    time: Number(time),
    name: JSON.parse(name) as string,
    kind: JSON.parse(kind) as string,
    object: Number(object),
    payload: JSON.parse(payload) as JsonObject,
  };
}

/** The list of an object's events. */
export const eventsOfObject = (kind: string, object: number): string => JSON.stringify(`${kind}:${object}`);

/** Without lease and what is claimed until when, which begin at 0. */
export function deliveryRecord(
  delivery: NewDelivery & Partial<Pick<Delivery, 'state' | 'attempts' | 'tries'>>,
): string {
  const { url, notBefore, copies, lane, state = 'pending', attempts = [], tries = 0 } = delivery;
  const lines = [
    state,
    tries,
    0,
    0,
    notBefore,
    copies,
    JSON.stringify(lane),
    JSON.stringify(url),
    attemptsText(attempts),
  ];
  return lines.join('\n');
}

/** Attempts without the brackets around them, so that more can be put behind. */
export const attemptsText = (attempts: readonly Attempt[]): string => JSON.stringify(attempts).slice(1, -1);

export function deliveryOf(event: number, receiver: string, record: string): Delivery & { readonly lease: number } {
  const [state, tries, lease, , notBefore, copies, lane = '', url = '', attempts = ''] = record.split('\n');
  return {
    event,
    receiver: JSON.parse(receiver) as string,
    url: JSON.parse(url) as string,
    notBefore: Number(notBefore),
    copies: Number(copies),
    lane: JSON.parse(lane) as string,
    // The store has written it itself.
    state: state as DeliveryState,
    attempts: JSON.parse(`[${attempts}]`) as Attempt[],
    tries: Number(tries),
    lease: Number(lease),
  };
}
