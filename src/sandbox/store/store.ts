import type { JsonObject } from '../json.js';
import type { Eventually } from './eventually.js';

/** A collection, named as in the paths of the contract: `transactions`, `customers`, `links`. */
export type Kind = string;

/** One object of an account. */
export interface Stored<Value extends JsonObject = JsonObject> {
  readonly kind: Kind;
  readonly id: number;
  /** 1 after its creation; each commit that writes the object adds 1. */
  readonly version: number;
  /** What goes over the wire. Plain JSON. */
  readonly value: Value;
  /** What the sandbox knows beside it: uses, attempts, history. Plain JSON; never leaves the sandbox. */
  readonly hidden: JsonObject;
  /** Lists it belongs to beside that of its kind: `link:1005`, `customer:1003`. */
  readonly groups: readonly string[];
  /** Each is unique within the kind: `reference_key:abc`, `email:a@b.example`. */
  readonly keys: readonly string[];
  /** When something falls due for it, in milliseconds of the account's clock. At most one time per object. */
  readonly due?: number;
}

/** A small value of the account that is not one of its resources: its clock, its faults. */
export interface Document {
  readonly version: number;
  readonly value: JsonObject;
}

/** What a unit of work knows of its account before it reads anything else. */
export interface Head {
  /** Counts the resets and restores, so that work which began before one cannot commit after it. */
  readonly epoch: number;
  readonly documents: Readonly<Record<string, Document>>;
  /** The greatest id that was given, of a store whose commits give ids themselves: a transaction less than to reserve them first. */
  readonly lastId?: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** How many the whole list has. */
  readonly total: number;
}

/** A piece of a list, newest (greatest id) first. */
export interface Range {
  readonly offset: number;
  readonly limit: number;
}

export interface ListQuery extends Range {
  /** Only the objects of this group. */
  readonly group?: string | undefined;
}

/** What a commit assumes of what it read. It conflicts when one of these is no longer so. */
export interface Expected {
  readonly objects: readonly { readonly kind: Kind; readonly id: number /** 0: absent. */; readonly version: number }[];
  readonly keys: readonly { readonly kind: Kind; readonly key: string /** 0: nobody has it. */; readonly id: number }[];
  readonly documents: readonly { readonly name: string /** 0: absent. */; readonly version: number }[];
}

/** An event to record, with where it is to be delivered. Its id is given by the commit, in the order of commits. */
export interface NewEvent {
  /** Milliseconds of the account's clock. */
  readonly time: number;
  readonly name: string;
  /** The kind and id of the object it is about. */
  readonly kind: Kind;
  readonly object: number;
  /** The object as of the event. */
  readonly payload: JsonObject;
  readonly deliveries: readonly NewDelivery[];
}

export interface NewDelivery {
  /** Identifies the receiver within the account: `webhook:1010`, `start:1`. */
  readonly receiver: string;
  readonly url: string;
  /** Not before this time, in milliseconds of real time. */
  readonly notBefore: number;
  /** How often it is sent. 1, unless duplicates were asked for. */
  readonly copies: number;
  /** Deliveries of a receiver with the same lane are sent one after the other, in the order of their events. */
  readonly lane: string;
}

export interface Commit {
  readonly epoch: number;
  readonly expected: Expected;
  /** Whole objects, each with the version it is to have. */
  readonly writes: readonly Stored[];
  readonly removals: readonly { readonly kind: Kind; readonly id: number }[];
  readonly documents: readonly { readonly name: string; readonly value: JsonObject }[];
  readonly events: readonly NewEvent[];
  /** Ids that the unit took without reserving them, from the `lastId` of its head on. Conflicts when another took some since. */
  readonly ids?: { readonly after: number; readonly count: number };
  /** The JSON of a value that is written, printed once: an object and the event about it often hold the same one. */
  readonly print: (value: JsonObject) => string;
}

/** A conflict changed nothing; `reason` says what was no longer as the unit had read it. */
export type CommitResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** An event as it is kept. */
export interface StoredEvent {
  readonly id: number;
  readonly time: number;
  readonly name: string;
  readonly kind: Kind;
  readonly object: number;
  readonly payload: JsonObject;
  readonly deliveries: readonly Delivery[];
}

export interface EventQuery extends Range {
  /** Only the events of this object. */
  readonly object?: { readonly kind: Kind; readonly id: number } | undefined;
}

export type DeliveryState = 'pending' | 'delivered' | 'failed';

/** One try to deliver an event. */
export interface Attempt {
  /** Milliseconds of real time. */
  readonly at: number;
  /** Milliseconds until the response, or until it failed. */
  readonly duration: number;
  readonly status?: number;
  /** Why there was no response, in words without the address. */
  readonly error?: string;
}

export interface Delivery extends NewDelivery {
  readonly event: number;
  readonly state: DeliveryState;
  readonly attempts: readonly Attempt[];
  /** The attempts made since it was last asked for: a delivery that is sent again by hand starts at 0. */
  readonly tries: number;
}

/** A delivery that nobody else may send until the lease ends. */
export interface Claimed extends Delivery {
  readonly account: string;
  /** Identifies the claim. */
  readonly lease: number;
  readonly body: Pick<StoredEvent, 'id' | 'name' | 'kind' | 'object' | 'payload'>;
}

/** What became of a claimed delivery. */
export interface Settlement {
  readonly attempts: readonly Attempt[];
  readonly state: DeliveryState;
  /** The earliest time of the next try when it stays pending, in milliseconds of real time. */
  readonly notBefore?: number;
}

/** Where deliveries wait. */
export interface Waiting {
  readonly account: string;
  readonly receiver: string;
  /** The earliest time at which one of them may be claimed, in milliseconds of real time. */
  readonly at: number;
}

/** Everything of an account, as plain JSON. */
export interface Snapshot {
  readonly format: 'payment-gateway-contract/sandbox';
  readonly version: number;
  readonly lastId: number;
  readonly lastEvent: number;
  readonly documents: Readonly<Record<string, JsonObject>>;
  /** By kind: the greatest id that was dropped. */
  readonly dropped: Readonly<Record<Kind, number>>;
  readonly objects: readonly Stored[];
  readonly events: readonly StoredEvent[];
}

export interface StoreOptions {
  /** How many objects of a kind, and how many events, an account keeps: the oldest are dropped. Default 20,000. */
  readonly keep?: number;
  /** How many accounts are kept: the least recently used are dropped. Default 1,000. */
  readonly keepAccounts?: number;
  /** Gets a line when accounts begin to be dropped, or a server is found to have lost data. Default: a warning of the process. */
  readonly onNotice?: (line: string) => void;
}

export const DEFAULT_KEEP = 20_000;
export const DEFAULT_KEEP_ACCOUNTS = 1000;

/** The first id of an account is the next one. */
export const FIRST_ID = 1000;

/**
 * Where the state of all accounts lives. An account exists from the first `head`, `reserve`, `commit`, `snapshot`, `restore` or `reset` on; when that makes one
 * too many, the least recently used is dropped with all that it has. One that was dropped and is named again begins anew, and takes no commit of work
 * that began before.
 *
 * Every method may throw a `StoreUnavailable` (a full disk, a locked file); nothing of the call has happened then.
 */
export interface Store {
  /** Whether other processes may write to it too. */
  readonly shared: boolean;
  /** How many units of an account one process does well to run at the same time: 1 unless the store is a network away. */
  readonly abreast: number;
  /** Real time in milliseconds, by one clock for all who share the store. */
  now(): number;
  /** Notes that somebody works with the account now. What happens by itself does not count. Returns at once, and never throws. */
  used(account: string): void;
  head(account: string): Eventually<Head>;
  read(account: string, kind: Kind, id: number): Eventually<Stored | undefined>;
  /** The object of the kind that has the unique key. */
  find(account: string, kind: Kind, key: string): Eventually<Stored | undefined>;
  list(account: string, kind: Kind, query: ListQuery): Eventually<Page<Stored>>;
  /** The greatest id of the kind that was dropped to keep within bounds, or 0. */
  dropped(account: string, kind: Kind): Eventually<number>;
  /** Ids that nobody else gets, ascending, and the epoch in which they are good. */
  reserve(account: string, count: number): Eventually<{ readonly epoch: number; readonly ids: readonly number[] }>;
  commit(account: string, commit: Commit): Eventually<CommitResult>;
  /** The object that falls due first; of those with the same time the one with the smallest id. */
  nextDue(account: string): Eventually<Stored | undefined>;
  /**
   * Asks to be the one process that carries out what falls due in the account, for so many milliseconds from now; 0 gives it back. False while it is
   * another one. A store that is not shared, and one whose commits alone keep two processes apart, always says yes.
   */
  lead(account: string, duration: number): Eventually<boolean>;

  event(account: string, id: number): Eventually<StoredEvent | undefined>;
  events(account: string, query: EventQuery): Eventually<Page<StoredEvent>>;
  /** How many deliveries of the account are pending. */
  pending(account: string): Eventually<number>;
  /** Each receiver that has pending deliveries which are not claimed, of the given accounts at least. Default: of all. */
  waiting(accounts?: readonly string[]): Eventually<readonly Waiting[]>;
  /** Up to `limit` deliveries to the receiver that may be sent at `now`; they are claimed until `until` (real time, milliseconds). */
  claim(
    account: string,
    receiver: string,
    options: { readonly now: number; readonly until: number; readonly limit: number },
  ): Eventually<readonly Claimed[]>;
  /** Records what became of a claimed delivery. Changes nothing when the claim has gone to somebody else, or the event is gone. */
  settle(claimed: Claimed, settlement: Settlement): Eventually<void>;
  /** Makes the deliveries of an event pending again, or adds them; those that wait already stay as they are. */
  redeliver(account: string, event: number, deliveries: readonly NewDelivery[]): Eventually<void>;

  /** Those that were used least recently first. */
  accounts(): Eventually<readonly string[]>;
  snapshot(account: string): Eventually<Snapshot>;
  /** Replaces everything of the account. Throws a `StateVersionError` for what another version wrote. */
  restore(account: string, snapshot: Snapshot): Eventually<void>;
  /** Empties the account; its ids start anew. */
  reset(account: string): Eventually<void>;
  close(): Eventually<void>;
}
