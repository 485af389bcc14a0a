import type { JsonObject } from '../../contract/json.js';

/** A collection, named as in the paths of the contract: `transactions`, `customers`, `links`. */
export type Kind = string;

/** One object of an account. */
export interface Stored<Value extends JsonObject = JsonObject> {
  readonly kind: Kind;
  readonly id: number;
  /** The object on the wire, as plain JSON. */
  readonly value: Value;
  /** Plain JSON that never leaves the sandbox: uses, attempts, history. */
  readonly hidden: JsonObject;
  /** Further lists that the object belongs to: `link:1005`, `customer:1003`. */
  readonly groups: readonly string[];
  /** Each is unique within the kind: `reference_key:abc`, `email:a@b.example`. */
  readonly keys: readonly string[];
  /** When something falls due for it, in milliseconds of the account's clock. An object has at most one such time. */
  readonly due?: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The length of the whole list. */
  readonly total: number;
}

/** A piece of a list, newest (greatest id) first. */
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
  /** Why there was no response, without the address. */
  readonly error?: string;
}

/** The delivery of one event to one receiver. */
export interface Delivery {
  readonly event: number;
  /** Identifies the receiver within the account: `webhook:1010`, `start:1`. */
  readonly receiver: string;
  readonly url: string;
  /** Deliveries of a receiver with the same lane are sent one after the other, in the order of their events. */
  readonly lane: string;
  /** How often it is sent. 1, unless duplicates were asked for. */
  readonly copies: number;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly Attempt[];
  /** The attempts since the delivery was last requested: redelivery sets it to 0. */
  readonly tries: number;
  /** When a retry may be sent, in milliseconds of the account's clock. 0 for a first try, and while a process sends it. */
  readonly notBefore: number;
  /** When it may be sent, in milliseconds of real time: deliveries can be late on demand, and a lease has to end. */
  readonly readyAt: number;
  /** The lease under which a process is sending it until `readyAt`. */
  readonly by: string;
}

/** An event, with its deliveries. */
export interface StoredEvent {
  readonly id: number;
  /** Milliseconds of the account's clock. */
  readonly time: number;
  readonly name: string;
  /** The kind and id of the object that it is about. */
  readonly kind: Kind;
  readonly object: number;
  /** The object as of the event. */
  readonly payload: JsonObject;
  readonly deliveries: readonly Delivery[];
}

/** The first id of an account is the next one. */
export const FIRST_ID = 1000;
