import type { JsonObject } from '../../json.js';
import type {
  Claimed,
  Commit,
  Delivery,
  EventQuery,
  Kind,
  NewDelivery,
  NewEvent,
  Page,
  Settlement,
  StoredEvent,
} from '../store.js';
import { DeliveriesInMemory, deliveryOf, type KeptDelivery } from './deliveries.js';
import { IdList } from './id-list.js';

interface KeptEvent {
  readonly id: number;
  /** The event about the same object before this one: a list for each object would take more memory than its events. */
  readonly before: number | undefined;
  readonly time: number;
  readonly name: string;
  readonly kind: string;
  readonly object: number;
  readonly payload: string;
  deliveries: readonly KeptDelivery[];
}

const NONE: readonly KeptDelivery[] = [];

/** The events of an object: the newest one, which leads to the others, and how many are kept. */
interface OfObject {
  newest: number;
  size: number;
}

/** The events of an account, with their deliveries. */
export class EventsInMemory {
  readonly deliveries: DeliveriesInMemory;
  readonly #account: string;
  readonly #keep: number;
  readonly #events = new Map<number, KeptEvent>();
  readonly #all = new IdList();
  readonly #byObject = new Map<Kind, Map<number, OfObject>>();
  #last = 0;

  constructor(account: string, keep: number) {
    this.#account = account;
    this.#keep = keep;
    this.deliveries = new DeliveriesInMemory(account);
  }

  get last(): number {
    return this.#last;
  }

  add(event: NewEvent, print: Commit['print']): void {
    this.#last++;
    const deliveries = event.deliveries.map((delivery) => newDelivery(this.#last, delivery));
    this.#put(this.#last, event, deliveries, print);
  }

  get(id: number): StoredEvent | undefined {
    const kept = this.#events.get(id);
    return kept && eventOf(kept);
  }

  list({ object, offset, limit }: EventQuery): Page<StoredEvent> {
    if (object === undefined) {
      return { items: this.#eventsOf(this.#all.slice(offset, limit)), total: this.#all.size };
    }
    const ofObject = this.#byObject.get(object.kind)?.get(object.id);
    return { items: this.#chain(ofObject?.newest, offset, limit), total: ofObject?.size ?? 0 };
  }

  /** Oldest first. */
  all(): StoredEvent[] {
    return this.#eventsOf(this.#all.all());
  }

  restore(events: readonly StoredEvent[], last: number): void {
    for (const event of events.toSorted((a, b) => a.id - b.id)) {
      const deliveries = event.deliveries.map((delivery) => ({ ...delivery, lease: 0, leasedUntil: 0 }));
      this.#put(event.id, event, deliveries, JSON.stringify);
    }
    this.#last = last;
  }

  claim(receiver: string, options: { now: number; until: number; limit: number }): Claimed[] {
    return this.deliveries.claim(receiver, options).flatMap((delivery) => {
      const event = this.get(delivery.event);
      if (event === undefined) return [];
      return [{ ...deliveryOf(delivery), account: this.#account, lease: delivery.lease, body: event }];
    });
  }

  settle({ event, receiver, lease }: Claimed, settlement: Settlement): void {
    const kept = this.#events.get(event)?.deliveries.find((delivery) => delivery.receiver === receiver);
    if (kept !== undefined && kept.lease === lease) this.deliveries.settle(kept, settlement);
  }

  redeliver(id: number, deliveries: readonly NewDelivery[]): void {
    const event = this.#events.get(id);
    if (event === undefined) return;
    for (const delivery of deliveries) {
      const known = event.deliveries.find(({ receiver }) => receiver === delivery.receiver);
      if (known === undefined) {
        const made = newDelivery(id, delivery);
        event.deliveries = [...event.deliveries, made];
        this.deliveries.add(made);
      } else if (known.state !== 'pending') {
        Object.assign(known, newDelivery(id, delivery), { attempts: known.attempts });
        this.deliveries.add(known);
      }
    }
  }

  #eventsOf(ids: readonly number[]): StoredEvent[] {
    return ids.flatMap((id) => this.get(id) ?? []);
  }

  /** Newest first. Where the chain leads to an event that is no longer kept, all before it are gone too. */
  #chain(newest: number | undefined, offset: number, limit: number): StoredEvent[] {
    const found: StoredEvent[] = [];
    let event = newest === undefined ? undefined : this.#events.get(newest);
    for (let index = 0; event !== undefined && index < offset + limit; index++) {
      if (index >= offset) found.push(eventOf(event));
      event = event.before === undefined ? undefined : this.#events.get(event.before);
    }
    return found;
  }

  #put(
    id: number,
    { time, name, kind, object, payload }: Omit<NewEvent, 'deliveries'>,
    deliveries: readonly KeptDelivery[],
    print: Commit['print'],
  ): void {
    const kept = deliveries.length === 0 ? NONE : deliveries;
    const before = this.#joinObject(kind, object, id);
    this.#events.set(id, { id, before, time, name, kind, object, payload: print(payload), deliveries: kept });
    this.#all.add(id);
    for (const delivery of kept) if (delivery.state === 'pending') this.deliveries.add(delivery);
    if (this.#events.size > this.#keep) this.#dropOldest();
  }

  #dropOldest(): void {
    const id = this.#all.oldest();
    const event = id === undefined ? undefined : this.#events.get(id);
    if (event === undefined) return;
    this.#events.delete(event.id);
    this.#all.remove(event.id);
    this.#leaveObject(event);
    for (const delivery of event.deliveries) if (delivery.state === 'pending') this.deliveries.remove(delivery);
  }

  /** Gives the event about the object before this one. */
  #joinObject(kind: Kind, object: number, id: number): number | undefined {
    const ofKind = this.#byObject.get(kind) ?? new Map<number, OfObject>();
    this.#byObject.set(kind, ofKind);
    const known = ofKind.get(object);
    if (known === undefined) {
      ofKind.set(object, { newest: id, size: 1 });
      return undefined;
    }
    const before = known.newest;
    known.newest = id;
    known.size++;
    return before;
  }

  #leaveObject({ kind, object }: KeptEvent): void {
    const ofKind = this.#byObject.get(kind);
    const known = ofKind?.get(object);
    if (known === undefined) return;
    known.size--;
    if (known.size === 0) ofKind?.delete(object);
    if (ofKind?.size === 0) this.#byObject.delete(kind);
  }
}

function newDelivery(event: number, delivery: NewDelivery): KeptDelivery {
  const { receiver, url, notBefore, copies, lane } = delivery;
  const fresh = { state: 'pending', attempts: [], tries: 0, lease: 0, leasedUntil: 0 } as const;
  return { event, receiver, url, notBefore, copies, lane, ...fresh };
}

function eventOf({ payload, deliveries, before: _, ...event }: KeptEvent): StoredEvent {
  return { ...event, payload: JSON.parse(payload) as JsonObject, deliveries: deliveries.map(deliveryOf) as Delivery[] };
}
