import type { JsonObject } from 'payment-gateway-core/util';
import type { Row } from '../stores/index.js';
import { CLOCK, type Clock, realTimeOf } from './clock.js';
import { isListener, LISTENERS, lostAt } from './listeners.js';
import type {
  DeliveriesByReceiver,
  EventDelivery,
  EventHead,
  EventQuery,
  Kind,
  Page,
  Range,
  RowId,
  RowRecord,
  Stored,
  StoredEvent,
} from './model.js';
import { DELIVERIES, DOCUMENTS, DROPPED, EVENTS, FIRST_ID, readKey, rowKey } from './model.js';
import { SortedList, SortedLists } from './sorted-list.js';

/** The greatest assigned ids of objects and events. */
export type Last = { readonly id: number; readonly event: number };

export const LAST_IDS = 'last';

interface Due {
  readonly due: number;
  readonly id: number;
  readonly kind: Kind;
}

interface Change {
  readonly sort: Kind;
  readonly id: RowId;
  readonly before: RowRecord | undefined;
  readonly after: RowRecord | undefined;
  /** Retention dropped the row. The watermark informs the other processes. */
  readonly silent: boolean;
}

/** All data of one account, and the changes since its last commit. */
export class State {
  /** The records by the parts of their keys. All other fields except the changes are indexes. */
  readonly #rows = new Map<Kind, Map<RowId, RowRecord>>();
  readonly #changes: Change[] = [];
  pending = 0;
  /** The ids of each kind (`cards`), and of its groups (`cards/customer:1003`). */
  readonly #ids = new SortedLists<number>((one, other) => one - other);
  readonly #holders = new Map<string, number>();
  readonly #due = new SortedList<Due>((one, other) => one.due - other.due || one.id - other.id);
  /** The pending deliveries of each receiver and lane. */
  readonly #lanes = new SortedLists<EventDelivery>(byEvent);
  /** The first delivery of each lane, by receiver. A retry waits for the account's clock. Others wait for real time. */
  readonly #retries = new SortedLists<EventDelivery>(
    (one, other) => one.notBefore - other.notBefore || byEvent(one, other),
  );
  readonly #others = new SortedLists<EventDelivery>((one, other) => one.readyAt - other.readyAt || byEvent(one, other));
  readonly #initialClock: Clock;
  readonly #floor: Last;
  /** The number before the first id. */
  readonly first: number;

  /** New ids are greater than `floor`, because a store that lost data may not know all assigned ids. */
  constructor(
    initialClock: Clock = { kind: 'system', offset: 0 },
    first = FIRST_ID,
    floor: Last = { id: 0, event: 0 },
  ) {
    this.#initialClock = initialClock;
    this.#floor = floor;
    this.first = first;
  }

  get clock(): Clock {
    return (this.document(CLOCK) as Clock | undefined) ?? this.#initialClock;
  }

  get last(): Last {
    const last = this.document(LAST_IDS) as Last | undefined;
    return {
      id: Math.max(last?.id ?? this.first, this.#floor.id),
      event: Math.max(last?.event ?? 0, this.#floor.event),
    };
  }

  get changes(): number {
    return this.#changes.length;
  }

  set(sort: Kind, id: RowId, after: RowRecord | undefined, silent = false): void {
    this.#changes.push({ sort, id, before: this.#put(sort, id, after), after, silent });
  }

  /** Undoes all changes since the last commit after the first `length`. */
  undo(length = 0): void {
    for (const { sort, id, before } of this.#changes.splice(length).reverse()) this.#put(sort, id, before);
  }

  /** Returns the rows to commit: the last change of each key. */
  changedRows(): Row[] {
    const last = new Map(this.#changes.map((change) => [rowKey(change.sort, change.id), change]));
    return Array.from(last, ([key, { after, silent }]) => ({
      key,
      value: after && JSON.stringify(after),
      silent,
    }));
  }

  commit(): void {
    this.#changes.length = 0;
  }

  /** Applies rows of another process. A watermark row drops the same objects here. */
  apply(rows: readonly Row[]): void {
    for (const { key, value } of rows) {
      const [sort, id] = readKey(key);
      this.#put(sort, id, value === undefined ? undefined : JSON.parse(value));
      if (sort !== DROPPED) continue;
      const kind = String(id);
      for (const gone of this.upTo(kind, this.dropped(kind))) this.#put(...gone, undefined);
    }
  }

  /** Returns the keys of all rows with their records. */
  *rows(): Iterable<[key: string, record: RowRecord]> {
    for (const [sort, rows] of this.#rows) for (const [id, record] of rows) yield [rowKey(sort, id), record];
  }

  /** Returns the keys of the rows of a kind up to an id. For events, it includes their deliveries. */
  *upTo(kind: Kind, last: number): Generator<[sort: Kind, id: number]> {
    for (const id of this.#ids.get(kind)?.before(last + 1) ?? []) {
      if (kind === EVENTS && this.#row(DELIVERIES, id) !== undefined) yield [DELIVERIES, id];
      yield [kind, id];
    }
  }

  document(name: string): JsonObject | undefined {
    return this.#row(DOCUMENTS, name) as JsonObject | undefined;
  }

  /** Returns the greatest id of the kind that retention dropped, or 0. */
  dropped(kind: Kind): number {
    return Number((this.#row(DROPPED, kind) as JsonObject | undefined)?.id ?? 0);
  }

  object(kind: Kind, id: number): Stored | undefined {
    return this.#row(kind, id) as Stored | undefined;
  }

  holderOf(kind: Kind, key: string): number | undefined {
    return this.#holders.get(`${kind}/${key}`);
  }

  list(kind: Kind, { group, offset, limit }: Range & { readonly group?: string | undefined }): Page<number> {
    const list = this.#ids.get(group === undefined ? kind : `${kind}/${group}`);
    return { items: list?.slice(offset, limit) ?? [], total: list?.size ?? 0 };
  }

  /** Returns the object with the earliest due time. Among equal times, the smallest id wins. */
  nextDue(): Due | undefined {
    return this.#due.first();
  }

  event(id: number): StoredEvent | undefined {
    const stored = this.object(EVENTS, id);
    const deliveries = Object.values(this.deliveries(id));
    return stored && { ...(stored.hidden as EventHead), id, payload: stored.value, deliveries };
  }

  /** Returns events, newest first: all events, or those about one object. */
  events({ object, ...range }: EventQuery): Page<StoredEvent> {
    const { items, total } = this.list(EVENTS, { ...range, group: object && rowKey(object.kind, object.id) });
    return { items: items.flatMap((id) => this.event(id) ?? []), total };
  }

  /** Returns the events after an id, oldest first: all, or those about one object. `most`: how many of the newest to read. */
  eventsAfter(id: number, object?: EventQuery['object'], most = Number.POSITIVE_INFINITY): StoredEvent[] {
    const limit = Math.min(Math.max(this.last.event - id, 0), most);
    return this.events({ object, offset: 0, limit })
      .items.filter((event) => event.id > id)
      .reverse();
  }

  deliveries(event: number): DeliveriesByReceiver {
    return (this.#row(DELIVERIES, event) as DeliveriesByReceiver | undefined) ?? {};
  }

  receivers(): string[] {
    return [...new Set([...this.#retries.keys(), ...this.#others.keys()])];
  }

  /** Returns a pending delivery to the receiver, whether it is due or not. */
  firstPending(receiver: string): EventDelivery | undefined {
    return this.#others.get(receiver)?.first() ?? this.#retries.get(receiver)?.first();
  }

  /** Returns the pending delivery that must come before another one, or that one itself. */
  firstOfLane({ receiver, lane }: EventDelivery): EventDelivery | undefined {
    return this.#lanes.get(`${receiver} ${lane}`)?.first();
  }

  /** Returns the next delivery to the receiver. `clock` is the account's time, `now` the real time. */
  claimable(receiver: string, clock: number, now: number): EventDelivery | undefined {
    const [retry, other] = [this.#retries.get(receiver)?.first(), this.#others.get(receiver)?.first()];
    if (other !== undefined && other.readyAt <= now) return other;
    return retry !== undefined && retry.notBefore <= clock ? retry : undefined;
  }

  /** Returns the real time of the next due work or delivery; `undefined` if nothing is due, or if the clock is frozen before it. */
  nextWork(): number | undefined {
    const due = this.nextDue();
    const times = [due && realTimeOf(this.clock, due.due)];
    for (const receiver of this.receivers()) {
      // A listener asks for its deliveries. Others only end them when its connection is lost.
      if (isListener(receiver)) {
        times.push(lostAt(this.document(LISTENERS), receiver));
        continue;
      }
      const [retry, other] = [this.#retries.get(receiver)?.first(), this.#others.get(receiver)?.first()];
      times.push(retry && realTimeOf(this.clock, retry.notBefore), other?.readyAt);
    }
    const known = times.filter((time) => time !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  }

  #row(sort: Kind, id: RowId): RowRecord | undefined {
    return this.#rows.get(sort)?.get(id);
  }

  /** Writes or removes a row, and returns its former record. The sort determines the type of the record. */
  #put(sort: Kind, id: RowId, record: RowRecord | undefined): RowRecord | undefined {
    const rows = this.#rows.get(sort) ?? new Map<RowId, RowRecord>();
    this.#rows.set(sort, rows);
    const before = rows.get(id);
    if (record === undefined) rows.delete(id);
    else rows.set(id, record);
    if (sort === DELIVERIES) {
      for (const delivery of Object.values(before ?? {})) this.#queue('remove', delivery);
      for (const delivery of Object.values(record ?? {})) this.#queue('add', delivery);
    } else if (typeof id === 'number') {
      this.#index(sort, id, before as Stored | undefined, record as Stored | undefined);
    }
    return before;
  }

  #index(kind: Kind, id: number, before: Stored | undefined, after: Stored | undefined): void {
    // Most changes keep the groups, the keys and the due time.
    if (before?.groups !== after?.groups) {
      for (const name of listsOf(kind, before)) this.#ids.remove(name, id);
      for (const name of listsOf(kind, after)) this.#ids.add(name, id);
    }
    if (before?.keys !== after?.keys) {
      // The key may already belong to another object, because the rows of a commit come in any order.
      for (const key of before?.keys ?? []) if (this.holderOf(kind, key) === id) this.#holders.delete(`${kind}/${key}`);
      for (const key of after?.keys ?? []) this.#holders.set(`${kind}/${key}`, id);
    }
    if (before?.due === after?.due) return;
    if (before?.due !== undefined) this.#due.remove({ due: before.due, id, kind });
    if (after?.due !== undefined) this.#due.add({ due: after.due, id, kind });
  }

  /** Adds a pending delivery to its lane, or removes it. Only the first delivery of a lane is sent. */
  #queue(change: 'add' | 'remove', delivery: EventDelivery): void {
    const { receiver, state } = delivery;
    if (state !== 'pending') return;
    const lane = `${receiver} ${delivery.lane}`;
    const before = this.#lanes.get(lane)?.first();
    this.#lanes[change](lane, delivery);
    const first = this.#lanes.get(lane)?.first();
    if (before !== undefined) this.#waiting(before).remove(receiver, before);
    if (first !== undefined) this.#waiting(first).add(receiver, first);
    this.pending += change === 'add' ? 1 : -1;
  }

  #waiting(delivery: EventDelivery): SortedLists<EventDelivery> {
    return delivery.notBefore > 0 ? this.#retries : this.#others;
  }
}

const byEvent = (one: EventDelivery, other: EventDelivery): number => one.event - other.event;

const listsOf = (kind: Kind, record: Stored | undefined): string[] =>
  record === undefined ? [] : [kind, ...record.groups.map((group) => `${kind}/${group}`)];
