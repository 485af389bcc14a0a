/**
 * The rows of an account, by their keys: `transactions/1001` is an object, `event/12` an event, and `delivery/12/webhook:1010` a delivery. Other rows
 * are documents, such as `clock`, or `dropped/cards` with the greatest id that retention dropped.
 */
import type { JsonObject } from '../../contract/json.js';
import type { Delivery, Kind, StoredEvent } from './model.js';

/** A stored object or event. Its JSON stays text: parsed objects take several times the memory, and readers need a copy anyway. */
export interface ObjectRecord {
  readonly groups: readonly string[];
  readonly keys: readonly string[];
  readonly due?: number;
  readonly hidden: string;
  readonly value: string;
}

/** The record of a row, as plain JSON. Its key determines the type. */
export type RowRecord = ObjectRecord | Delivery | JsonObject;

/** The kind of events. Their value is the payload. */
export const EVENTS = 'event';
export const DELIVERY = 'delivery';
export const DROPPED = 'dropped';

export const objectKey = (kind: Kind, id: number): string => `${kind}/${id}`;
export const deliveryKey = (event: number, receiver: string): string => `${DELIVERY}/${event}/${receiver}`;
export const droppedKey = (kind: Kind): string => `${DROPPED}/${kind}`;

/** Returns the part of a key before its first slash (empty for most documents) and the part after it. */
export function splitKey(key: string): [sort: string, rest: string] {
  const slash = key.indexOf('/');
  return [key.slice(0, Math.max(slash, 0)), key.slice(slash + 1)];
}

/** The subject of an event, stored in its hidden part. */
export type EventHead = Pick<StoredEvent, 'time' | 'name' | 'kind' | 'object'>;

export function eventRecord({ time, name, kind, object }: EventHead, payload: string): ObjectRecord {
  const hidden = JSON.stringify({ time, name, kind, object });
  return { groups: [objectKey(kind, object)], keys: [], hidden, value: payload };
}
