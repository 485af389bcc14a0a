import type { JsonObject } from '../../contract/json.js';
import type { Row } from '../stores/store.js';
import { Collection, type ObjectRecord } from './collection.js';
import { DeliveryQueue, readyAt } from './delivery-queue.js';
import { DueHeap } from './due-heap.js';
import { IdList } from './id-list.js';
import { type Delivery, FIRST_ID, type Kind, type Page, type Range, type Stored, type StoredEvent } from './model.js';
import {
  deliveryKey,
  droppedKey,
  type EventRecord,
  eventKey,
  objectKey,
  parseRow,
  type RowRecord,
  splitKey,
} from './rows.js';

/** The greatest ids that were given to objects and to events. */
export type Last = { readonly id: number; readonly event: number };

/** The kind under which retention notes the events that it dropped. */
export const EVENTS = 'event';

const NONE: readonly number[] = [];

/** Everything of one account. `set` changes one row and returns the row before it, so that a unit of work can undo its changes. */
export class State {
  /** New ids are greater than these: a store that lost data may not know all ids that were given. */
  floor: Last = { id: FIRST_ID, event: 0 };
  /** The number of pending deliveries. */
  pending = 0;
  readonly #collections = new Map<Kind, Collection>();
  readonly #documents = new Map<string, JsonObject>();
  readonly #dropped = new Map<Kind, number>();
  readonly #events = new Map<number, EventRecord>();
  readonly #eventIds = new IdList();
  readonly #eventsOf = new Map<string, number[]>();
  readonly #deliveries = new Map<number, Map<string, Delivery>>();
  readonly #queues = new Map<string, DeliveryQueue>();
  readonly #due = new DueHeap(({ kind, id, due }) => this.#collections.get(kind)?.objects.get(id)?.due === due);

  get last(): Last {
    const last = this.#documents.get('last') as Last | undefined;
    return { id: Math.max(last?.id ?? 0, this.floor.id), event: Math.max(last?.event ?? 0, this.floor.event) };
  }

  /** Writes or removes a row. Returns its former record. */
  set(key: string, record: RowRecord | undefined): RowRecord | undefined {
    const { sort, rest } = splitKey(key);
    // The key tells the type of the record: only this package writes rows.
    switch (sort) {
      case 'document':
        return replace(this.#documents, rest, record as JsonObject | undefined);
      case 'event':
        return this.#setEvent(Number(rest), record as EventRecord | undefined);
      case 'delivery':
        return this.#setDelivery(rest, record as Delivery | undefined);
      case 'dropped': {
        const before = replace(this.#dropped, rest, record && Number((record as JsonObject).id));
        return before === undefined ? undefined : { id: before };
      }
      default:
        return this.#setObject(sort, Number(rest), record as ObjectRecord | undefined);
    }
  }

  /** Takes over rows of another process. A watermark row drops the same objects here. */
  apply(rows: readonly Row[]): void {
    for (const { key, value } of rows) {
      this.set(key, value === undefined ? undefined : parseRow(key, value));
      const { sort, rest } = splitKey(key);
      if (sort === 'dropped') for (const gone of [...this.upTo(rest, this.dropped(rest))]) this.set(gone, undefined);
    }
  }

  /** The keys of all rows, with their records. */
  *rows(): Generator<[key: string, record: RowRecord]> {
    yield* this.#documents;
    for (const [kind, id] of this.#dropped) yield [droppedKey(kind), { id }];
    for (const [kind, { objects }] of this.#collections) {
      for (const [id, record] of objects) yield [objectKey(kind, id), record];
    }
    for (const [id, record] of this.#events) yield [eventKey(id), record];
    for (const [event, byReceiver] of this.#deliveries) {
      for (const [receiver, delivery] of byReceiver) yield [deliveryKey(event, receiver), delivery];
    }
  }

  /** The keys of the rows of a kind up to an id, or of the events and their deliveries. */
  *upTo(kind: Kind, last: number): Generator<string> {
    const ids = kind === EVENTS ? this.#eventIds : this.#collections.get(kind)?.ids;
    for (const id of ids?.upTo(last) ?? NONE) {
      if (kind === EVENTS)
        for (const receiver of this.#deliveries.get(id)?.keys() ?? []) yield deliveryKey(id, receiver);
      yield kind === EVENTS ? eventKey(id) : objectKey(kind, id);
    }
  }

  document(name: string): JsonObject | undefined {
    return this.#documents.get(name);
  }

  documents(): ReadonlyMap<string, JsonObject> {
    return this.#documents;
  }

  /** The greatest id of the kind that retention dropped, or 0. */
  dropped(kind: Kind): number {
    return this.#dropped.get(kind) ?? 0;
  }

  /** The id of the oldest object of the kind, or of the oldest event, if there are more than `keep`. */
  surplus(kind: Kind, keep: number): number | undefined {
    const ids = kind === EVENTS ? this.#eventIds : this.#collections.get(kind)?.ids;
    return ids !== undefined && ids.size > keep ? ids.slice(keep, 1)[0] : undefined;
  }

  kinds(): Kind[] {
    return [...this.#collections.keys()];
  }

  object(kind: Kind, id: number): Stored | undefined {
    const record = this.#collections.get(kind)?.objects.get(id);
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
    const { ids, total } = this.#collections.get(kind)?.list(group, range) ?? { ids: [], total: 0 };
    return { items: ids, total };
  }

  /** The object that falls due first. For the same time, the smallest id comes first. */
  nextDue(): { readonly kind: Kind; readonly id: number; readonly due: number } | undefined {
    return this.#due.first();
  }

  event(id: number): StoredEvent | undefined {
    const record = this.#events.get(id);
    if (record === undefined) return undefined;
    const deliveries = [...(this.#deliveries.get(id)?.values() ?? [])];
    return { ...record, id, payload: JSON.parse(record.payload), deliveries };
  }

  eventRecord(id: number): EventRecord | undefined {
    return this.#events.get(id);
  }

  /** Newest first: all events, or those about one object. */
  events({
    object,
    offset,
    limit,
  }: Range & { readonly object?: Pick<Stored, 'kind' | 'id'> | undefined }): Page<StoredEvent> {
    const own = object && (this.#eventsOf.get(objectKey(object.kind, object.id)) ?? NONE);
    const ids = own?.toReversed().slice(offset, offset + limit) ?? this.#eventIds.slice(offset, limit);
    return { items: ids.flatMap((id) => this.event(id) ?? []), total: own?.length ?? this.#eventIds.size };
  }

  delivery(event: number, receiver: string): Delivery | undefined {
    return this.#deliveries.get(event)?.get(receiver);
  }

  /** Whether nothing of the lane waits to be delivered to the receiver. */
  isFree(receiver: string, lane: string): boolean {
    return this.#queues.get(receiver)?.isFree(lane) ?? true;
  }

  receivers(): string[] {
    return [...this.#queues.keys()];
  }

  /** The delivery that may be sent to the receiver next, if its time has come. */
  claimable(receiver: string, clock: number, now: number): Delivery | undefined {
    const first = this.#queues.get(receiver)?.first(clock);
    return first !== undefined && readyAt(first) <= now ? first : undefined;
  }

  /**
   * The next time at which something is due or may be delivered, in real time; `toReal` converts a time of the account's clock, and returns
   * `undefined` if the clock is frozen before it.
   */
  nextWork(clock: number, toReal: (time: number) => number | undefined): number | undefined {
    const due = this.nextDue()?.due;
    const times = [due && toReal(due)];
    for (const queue of this.#queues.values()) {
      const first = queue.first(clock);
      const retry = queue.nextRetry();
      times.push(first && readyAt(first), retry && toReal(retry));
    }
    return times.reduce((least, time) => (least === undefined || (time !== undefined && time < least) ? time : least));
  }

  #setObject(kind: Kind, id: number, record: ObjectRecord | undefined): ObjectRecord | undefined {
    const collection = this.#collections.get(kind) ?? new Collection();
    this.#collections.set(kind, collection);
    const before = collection.put(id, record);
    if (record?.due !== undefined && record.due !== before?.due) {
      let dues = 0;
      for (const one of this.#collections.values()) dues += one.dues;
      this.#due.add({ due: record.due, id, kind }, dues);
    }
    return before;
  }

  #setEvent(id: number, record: EventRecord | undefined): EventRecord | undefined {
    const before = replace(this.#events, id, record);
    const { kind, object } = record ?? before ?? { kind: '', object: 0 };
    const key = objectKey(kind, object);
    const own = this.#eventsOf.get(key) ?? [];
    if (record !== undefined && before === undefined) {
      this.#eventIds.add(id);
      const isNewest = (own.at(-1) ?? 0) < id;
      own.push(id);
      if (!isNewest) own.sort((one, other) => one - other);
      if (own.length === 1) this.#eventsOf.set(key, own);
    }
    if (record === undefined && before !== undefined) {
      this.#eventIds.remove(id);
      if (own.length > 1) own.splice(own.indexOf(id), 1);
      else this.#eventsOf.delete(key);
    }
    return before;
  }

  #setDelivery(rest: string, record: Delivery | undefined): Delivery | undefined {
    const slash = rest.indexOf('/');
    const [event, receiver] = [Number(rest.slice(0, slash)), rest.slice(slash + 1)];
    const byReceiver = this.#deliveries.get(event) ?? new Map<string, Delivery>();
    const before = replace(byReceiver, receiver, record);
    if (byReceiver.size === 0) this.#deliveries.delete(event);
    else this.#deliveries.set(event, byReceiver);

    const queue = this.#queues.get(receiver) ?? new DeliveryQueue();
    this.#queues.set(receiver, queue);
    if (before?.state === 'pending') {
      queue.remove(before);
      this.pending--;
    }
    if (record?.state === 'pending') {
      queue.put(record);
      this.pending++;
    }
    if (queue.isEmpty) this.#queues.delete(receiver);
    return before;
  }
}

function replace<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): Value | undefined {
  const before = map.get(key);
  if (value === undefined) map.delete(key);
  else map.set(key, value);
  return before;
}
