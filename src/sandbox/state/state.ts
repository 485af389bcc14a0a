import type { JsonObject } from '../../contract/json.js';
import type { Row } from '../stores/store.js';
import { Collection } from './collection.js';
import { DeliveryQueue } from './delivery-queue.js';
import { type Delivery, FIRST_ID, type Kind, type Page, type Range, type Stored, type StoredEvent } from './model.js';
import {
  DELIVERY,
  DROPPED,
  deliveryKey,
  droppedKey,
  EVENTS,
  type EventHead,
  type ObjectRecord,
  objectKey,
  type RowRecord,
  splitKey,
} from './rows.js';
import { SortedList } from './sorted-list.js';

/** The greatest assigned ids of objects and events. */
export type Last = { readonly id: number; readonly event: number };

/** The account document with the last ids. */
export const LAST = 'last';

/** The due time of an object. */
interface Due {
  readonly due: number;
  readonly id: number;
  readonly kind: Kind;
}

/** One changed row, with its former record. */
interface Change {
  readonly key: string;
  readonly before: RowRecord | undefined;
  readonly after: RowRecord | undefined;
  /** Retention dropped the row. The watermark informs the other processes. */
  readonly silent: boolean;
}

/** All data of one account, and the changes since its last commit. */
export class State {
  readonly #changes: Change[] = [];
  /** New ids are greater than these, because a store that lost data may not know all assigned ids. */
  floor: Last = { id: FIRST_ID, event: 0 };
  /** The number of pending deliveries. */
  pending = 0;
  readonly #documents = new Map<string, JsonObject>();
  readonly #collections = new Map<Kind, Collection>();
  readonly #due = new SortedList<Due>(
    (one, other) =>
      one.due - other.due || one.id - other.id || (one.kind < other.kind ? -1 : Number(one.kind > other.kind)),
  );
  readonly #deliveries = new Map<number, Map<string, Delivery>>();
  readonly #queues = new Map<string, DeliveryQueue>();

  get last(): Last {
    const last = this.#documents.get(LAST) as Last | undefined;
    return { id: Math.max(last?.id ?? 0, this.floor.id), event: Math.max(last?.event ?? 0, this.floor.event) };
  }

  /** The number of changes since the last commit. */
  get changes(): number {
    return this.#changes.length;
  }

  /** Writes or removes a row. */
  set(key: string, after: RowRecord | undefined, silent = false): void {
    this.#changes.push({ key, before: this.#put(key, after), after, silent });
  }

  /** Undoes all changes since the last commit after the first `length`. */
  undo(length = 0): void {
    for (const { key, before } of this.#changes.splice(length).reverse()) this.#put(key, before);
  }

  /** Returns the rows to commit: the last change of each key. */
  changedRows(): Row[] {
    const last = new Map(this.#changes.map((change) => [change.key, change]));
    return [...last.values()].map(({ key, after, silent }) => ({ key, value: after && JSON.stringify(after), silent }));
  }

  /** Makes the changes permanent. */
  commit(): void {
    this.#changes.length = 0;
  }

  /** Writes or removes a row. Returns its former record. */
  #put(key: string, record: RowRecord | undefined): RowRecord | undefined {
    const [sort, rest] = splitKey(key);
    // The key determines the type of the record, because only this package writes rows.
    if (sort === '' || sort === DROPPED) return replace(this.#documents, key, record as JsonObject | undefined);
    if (sort === DELIVERY) return this.#setDelivery(...splitKey(rest), record as Delivery | undefined);
    return this.#setObject(sort, Number(rest), record as ObjectRecord | undefined);
  }

  /** Applies rows of another process. A watermark row drops the same objects here. */
  apply(rows: readonly Row[]): void {
    for (const { key, value } of rows) {
      this.#put(key, value === undefined ? undefined : JSON.parse(value));
      const [sort, kind] = splitKey(key);
      if (sort === DROPPED) for (const gone of [...this.upTo(kind, this.dropped(kind))]) this.#put(gone, undefined);
    }
  }

  /** Returns the keys of all rows with their records. */
  *rows(): Generator<[key: string, record: RowRecord]> {
    yield* this.#documents;
    for (const [kind, { objects }] of this.#collections) {
      for (const [id, record] of objects) yield [objectKey(kind, id), record];
    }
    for (const [event, byReceiver] of this.#deliveries) {
      for (const [receiver, delivery] of byReceiver) yield [deliveryKey(event, receiver), delivery];
    }
  }

  /** Returns the keys of the rows of a kind up to an id. For events, it includes their deliveries. */
  *upTo(kind: Kind, last: number): Generator<string> {
    for (const id of this.#collections.get(kind)?.upTo(last) ?? []) {
      const receivers = kind === EVENTS ? this.#deliveries.get(id)?.keys() : undefined;
      for (const receiver of receivers ?? []) yield deliveryKey(id, receiver);
      yield objectKey(kind, id);
    }
  }

  document(name: string): JsonObject | undefined {
    return this.#documents.get(name);
  }

  /** Returns the greatest id of the kind that retention dropped, or 0. */
  dropped(kind: Kind): number {
    return Number(this.#documents.get(droppedKey(kind))?.id ?? 0);
  }

  /** Returns the newest id to drop, if the kind has more than `keep` objects. */
  surplus(kind: Kind, keep: number): number | undefined {
    return this.list(kind, { offset: keep, limit: 1 }).items[0];
  }

  object(kind: Kind, id: number): Stored | undefined {
    const record = this.record(kind, id);
    if (record === undefined) return undefined;
    const { value, hidden, groups, keys, due } = record;
    const parsed = { kind, id, value: JSON.parse(value), hidden: JSON.parse(hidden), groups, keys };
    return due === undefined ? parsed : { ...parsed, due };
  }

  record(kind: Kind, id: number): ObjectRecord | undefined {
    return this.#collections.get(kind)?.objects.get(id);
  }

  holderOf(kind: Kind, key: string): number | undefined {
    return this.#collections.get(kind)?.holderOf(key);
  }

  list(kind: Kind, { group, ...range }: Range & { readonly group?: string | undefined }): Page<number> {
    return this.#collections.get(kind)?.list(group, range) ?? { items: [], total: 0 };
  }

  /** Returns the object with the earliest due time. Among equal times, the smallest id wins. */
  nextDue(): Due | undefined {
    return this.#due.first();
  }

  event(id: number): StoredEvent | undefined {
    const stored = this.object(EVENTS, id);
    if (stored === undefined) return undefined;
    const deliveries = [...(this.#deliveries.get(id)?.values() ?? [])];
    return { ...(stored.hidden as EventHead), id, payload: stored.value, deliveries };
  }

  /** Returns events, newest first: all events, or those about one object. */
  events({
    object,
    ...range
  }: Range & { readonly object?: Pick<Stored, 'kind' | 'id'> | undefined }): Page<StoredEvent> {
    const { items, total } = this.list(EVENTS, { ...range, group: object && objectKey(object.kind, object.id) });
    return { items: items.flatMap((id) => this.event(id) ?? []), total };
  }

  delivery(event: number, receiver: string): Delivery | undefined {
    return this.#deliveries.get(event)?.get(receiver);
  }

  /** Returns the receivers of pending deliveries. */
  receivers(): string[] {
    return [...this.#queues.keys()];
  }

  /** Returns the next delivery to the receiver. `clock` is the account's time, `now` the real time. */
  claimable(receiver: string, clock: number, now: number): Delivery | undefined {
    const { retry, other } = this.#queues.get(receiver)?.next() ?? {};
    if (other !== undefined && other.readyAt <= now) return other;
    return retry !== undefined && retry.notBefore <= clock ? retry : undefined;
  }

  /**
   * Returns the real time of the next due work or delivery. `toReal` converts a time of the account's clock, and returns `undefined` if the
   * clock is frozen before it.
   */
  nextWork(toReal: (time: number) => number | undefined): number | undefined {
    const due = this.nextDue();
    const times = [due && toReal(due.due)];
    for (const queue of this.#queues.values()) {
      const { retry, other } = queue.next();
      times.push(retry && toReal(retry.notBefore), other?.readyAt);
    }
    const known = times.filter((time) => time !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  }

  #setObject(kind: Kind, id: number, record: ObjectRecord | undefined): ObjectRecord | undefined {
    const collection = this.#collections.get(kind) ?? new Collection();
    this.#collections.set(kind, collection);
    const before = collection.put(id, record);
    if (record?.due === before?.due) return before;
    if (before?.due !== undefined) this.#due.remove({ due: before.due, id, kind });
    if (record?.due !== undefined) this.#due.add({ due: record.due, id, kind });
    return before;
  }

  #setDelivery(id: string, receiver: string, record: Delivery | undefined): Delivery | undefined {
    const event = Number(id);
    const byReceiver = this.#deliveries.get(event) ?? new Map<string, Delivery>();
    const before = replace(byReceiver, receiver, record);
    if (byReceiver.size === 0) this.#deliveries.delete(event);
    else this.#deliveries.set(event, byReceiver);

    const queue = this.#queues.get(receiver) ?? new DeliveryQueue();
    if (before?.state === 'pending') {
      queue.remove(before);
      this.pending--;
    }
    if (record?.state === 'pending') {
      queue.put(record);
      this.pending++;
    }
    if (queue.isEmpty) this.#queues.delete(receiver);
    else this.#queues.set(receiver, queue);
    return before;
  }
}

function replace<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): Value | undefined {
  const before = map.get(key);
  if (value === undefined) map.delete(key);
  else map.set(key, value);
  return before;
}
