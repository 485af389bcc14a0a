import type { JsonObject } from '../../contract/json.js';

/** A collection, named as in the paths of the contract: `transactions`, `customers`, `links`. */
export type Kind = string;

/** One object of an account. */
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

/** One try to deliver an event. */
export interface Attempt {
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

/** The delivery of one event to one receiver. */
export interface Delivery {
  readonly event: number;
  /** Identifies the receiver within the account: `webhook:1010`, `start:1`. */
  readonly receiver: string;
  readonly url: string;
  /** Deliveries to a receiver in the same lane are sent one after the other, in event order. */
  readonly lane: string;
  /** How often to send it: 1, or more to simulate duplicates. */
  readonly copies: number;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly Attempt[];
  /** The attempts since the delivery was last requested: redelivery sets it to 0. */
  readonly tries: number;
  /** The earliest time of a retry, in milliseconds of the account's clock. 0 for a first try, and while a process sends it. */
  readonly notBefore: number;
  /** The earliest time to send it, in milliseconds of real time. It delays deliveries on demand, and ends a lease. */
  readonly readyAt: number;
  /** The lease of the process that is sending it until `readyAt`. */
  readonly by: string;
}

/** An event, with its deliveries. */
export interface StoredEvent {
  readonly id: number;
  /** Milliseconds of the account's clock. */
  readonly time: number;
  readonly name: string;
  /** The kind and id of the event's object. */
  readonly kind: Kind;
  readonly object: number;
  /** The object at the time of the event. */
  readonly payload: JsonObject;
  readonly deliveries: readonly Delivery[];
}

/** The first id of an account is one greater. */
export const FIRST_ID = 1000;
