/**
 * The rows of an account, by their keys: `transactions/1001` is an object, `event/12` an event, `delivery/12/webhook:1010` a delivery,
 * `dropped/cards` the greatest id that retention dropped, and a key without a slash a document, such as `clock`.
 */
import type { JsonObject } from '../../contract/json.js';
import type { ObjectRecord } from './collection.js';
import type { Delivery } from './model.js';

export interface EventRecord {
  readonly time: number;
  readonly name: string;
  readonly kind: string;
  readonly object: number;
  /** JSON text. */
  readonly payload: string;
}

/** The record of a row. Its key tells which one it is. */
export type RowRecord = ObjectRecord | EventRecord | Delivery | JsonObject;

export const objectKey = (kind: string, id: number): string => `${kind}/${id}`;
export const eventKey = (id: number): string => `event/${id}`;
export const deliveryKey = (event: number, receiver: string): string => `delivery/${event}/${receiver}`;
export const droppedKey = (kind: string): string => `dropped/${kind}`;

/** Kinds whose name would be mistaken for another sort of row. */
export const RESERVED = ['event', 'delivery', 'dropped'];

/** The sort of a row (`document`, a reserved name, or else an object of that kind) and the rest of its key. */
export function splitKey(key: string): { sort: string; rest: string } {
  const slash = key.indexOf('/');
  return slash < 0 ? { sort: 'document', rest: key } : { sort: key.slice(0, slash), rest: key.slice(slash + 1) };
}

const NONE: readonly string[] = [];

/**
 * A record as JSON. An object and an event take several lines, so that loading a large account can cut out their JSON instead of parsing it:
 * printed JSON contains no line breaks.
 */
export function printRow(key: string, record: RowRecord): string {
  const { sort } = splitKey(key);
  if (sort === 'event') {
    const { time, name, kind, object, payload } = record as EventRecord;
    return `[${JSON.stringify([time, name, kind, object])},\n${payload}]`;
  }
  if (sort === 'document' || RESERVED.includes(sort)) return JSON.stringify(record);
  const { groups, keys, due = null, hidden, value } = record as ObjectRecord;
  return `[${JSON.stringify([groups, keys, due])},\n${hidden},\n${value}]`;
}

export function parseRow(key: string, text: string): RowRecord {
  const { sort } = splitKey(key);
  if (sort === 'document' || (RESERVED.includes(sort) && sort !== 'event')) return JSON.parse(text);
  const [head = '', ...parts] = text.slice(1, -1).split(',\n');
  if (sort === 'event') {
    const [time, name, kind, object] = JSON.parse(head);
    return { time, name, kind, object, payload: parts[0] ?? '' };
  }
  const [groups, keys, due] = JSON.parse(head);
  const [hidden = '', value = ''] = parts;
  return {
    groups: groups.length === 0 ? NONE : groups,
    keys: keys.length === 0 ? NONE : keys,
    due: due ?? undefined,
    hidden,
    value,
  };
}
