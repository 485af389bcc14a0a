import type { JsonObject } from 'payment-gateway-core/util';
import type { Assumed } from 'payment-gateway-core/values';

/** A collection, named as in the paths of the contract: `transactions`, `customers`, `links`. */
export type Kind = string;

/** One object or event of an account. It is immutable: each change writes a new one, which shares the unchanged parts. */
export interface Stored<Value extends JsonObject = JsonObject> {
  readonly kind: Kind;
  readonly id: number;
  /** The object in responses, as plain JSON. */
  readonly value: Value;
  /** Plain JSON that never leaves the sandbox: uses, attempts, history. */
  readonly hidden: JsonObject;
  /** Additional lists that contain the object: `link:1005`, `customer:1003`. */
  readonly groups: readonly string[];
  /** Keys that are unique within the kind: `reference_key:abc`, `email:a@b.example`. */
  readonly keys: readonly string[];
  /** The time of its next due work, in milliseconds of the account's clock. An object has at most one. */
  readonly due?: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The length of the whole list. */
  readonly total: number;
}

/** A part of a list, newest (greatest id) first. */
export interface Range {
  readonly offset: number;
  readonly limit: number;
}

export interface DeliveryAttempt {
  /** Milliseconds of real time. */
  readonly at: number;
  /** Milliseconds until the response, or until the attempt failed. */
  readonly duration: number;
  readonly status?: number;
  /** The beginning of a response that was not 2xx. */
  readonly response?: string;
  /** The reason for a missing response, without the address. */
  readonly error?: string;
}

export interface EventDelivery {
  readonly event: number;
  /** Identifies the receiver within the account: `webhook:1010`, `start:1`. */
  readonly receiver: string;
  readonly url: string;
  /** Deliveries to a receiver in the same lane are sent one after the other, in event order. */
  readonly lane: string;
  /** How often to send it: 1, or more to simulate duplicates. */
  readonly copies: number;
  readonly state: 'pending' | 'held' | 'delivered' | 'failed';
  readonly attempts: readonly DeliveryAttempt[];
  /** The attempts since the delivery was last requested: redelivery sets it to 0. */
  readonly tries: number;
  /** The earliest time of a retry, in milliseconds of the account's clock. 0 for a first try, and while a process sends it. */
  readonly notBefore: number;
  /** The earliest time to send it, in milliseconds of real time. It delays deliveries on demand, and ends a lease. */
  readonly readyAt: number;
  /** The lease of the process that is sending it until `readyAt`. */
  readonly by: string;
}

/** When something happened in real time, and why. States of earlier versions lack it. */
export interface Cause {
  /** Milliseconds of real time. */
  readonly at: number;
  /** The arrival of the request that caused it, by `performance.now()` of its process. */
  readonly request?: number;
}

export interface StoredEvent {
  readonly id: number;
  /** Milliseconds of the account's clock. */
  readonly time: number;
  readonly cause?: Cause;
  readonly name: string;
  readonly kind: Kind;
  readonly object: number;
  /** The object at the time of the event. */
  readonly payload: JsonObject;
  readonly deliveries: readonly EventDelivery[];
}

/** The subject of an event. */
export type EventHead = Pick<StoredEvent, 'time' | 'cause' | 'name' | 'kind' | 'object'> & {
  /** The variants of its body. */
  readonly varied?: Assumed;
};

export interface EventQuery extends Range {
  readonly object?: Pick<Stored, 'kind' | 'id'> | undefined;
}

/** The first id of the first account is one greater. */
export const FIRST_ID = 1000;

/** The ids of an account, before those of the next one. The ids of all accounts fit into a column of 32 bits. */
const RANGE = 1_000_000;
const RANGES = 2000;

/** Returns the number before the ids of an account, by its number from 1. After 2000 accounts, ranges are used again, but the first. */
export function idsAfter(account: number): number {
  return FIRST_ID + (account <= 1 ? 0 : 1 + ((account - 2) % (RANGES - 1))) * RANGE;
}

export type DeliveriesByReceiver = Readonly<Record<string, EventDelivery>>;

/** The record of a row, as plain JSON. Its key determines the type. */
export type RowRecord = Stored | DeliveriesByReceiver | JsonObject;

/** The kind of events. Their value is the payload, and their hidden part is the head. */
export const EVENTS = 'event';
export const DELIVERIES = 'delivery';
export const DROPPED = 'dropped';
export const DOCUMENTS = '';

/** The account document with the receivers without a registration. */
export const RECEIVERS = 'receivers';

/** The id of an object or an event, or the name of a document. */
export type RowId = number | string;

/**
 * Returns the key of a row: `transactions/1001` is an object, `event/12` an event, `delivery/12` its deliveries. `dropped/cards` is a document with the
 * greatest id that retention dropped. Other documents, such as `clock`, have no slash.
 */
export const rowKey = (sort: Kind, id: RowId): string => (sort === DOCUMENTS ? `${id}` : `${sort}/${id}`);

export function readKey(key: string): [sort: Kind, id: RowId] {
  const [first = '', second] = key.split('/');
  if (second === undefined) return [DOCUMENTS, first];
  return [first, first === DROPPED ? second : Number(second)];
}
