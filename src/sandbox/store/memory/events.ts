import type { JsonObject } from '../../json.js';
import type { Claimed, Delivery, EventQuery, NewDelivery, NewEvent, Page, Settlement, StoredEvent } from '../store.js';
import { DeliveriesInMemory, deliveryOf, type KeptDelivery } from './deliveries.js';
import { IdList } from './id-list.js';

interface KeptEvent {
  readonly id: number;
  readonly time: number;
  readonly name: string;
  readonly kind: string;
  readonly object: number;
  readonly payload: string;
  deliveries: readonly KeptDelivery[];
}

const NONE: readonly KeptDelivery[] = [];

/** The events of an account, with their deliveries. */
export class EventsInMemory {
  readonly deliveries: DeliveriesInMemory;
  readonly #account: string;
  readonly #keep: number;
  readonly #events = new Map<number, KeptEvent>();
  readonly #all = new IdList();
  readonly #byObject = new Map<string, IdList>();
  #last = 0;

  constructor(account: string, keep: number) {
    this.#account = account;
    this.#keep = keep;
    this.deliveries = new DeliveriesInMemory(account);
  }

  get last(): number {
    return this.#last;
  }

  /** `text`: the payload as JSON, where the store has it already. One string then serves the object and its event. */
  add(event: NewEvent, text?: string): void {
    this.#last++;
    const deliveries = event.deliveries.map((delivery) => newDelivery(this.#last, delivery));
    this.#put({ ...event, id: this.#last }, deliveries, text);
  }

  get(id: number): StoredEvent | undefined {
    const kept = this.#events.get(id);
    return kept && eventOf(kept);
  }

  list({ object, offset, limit }: EventQuery): Page<StoredEvent> {
    const list = object === undefined ? this.#all : this.#byObject.get(`${object.kind}:${object.id}`);
    return { items: this.#eventsOf(list?.slice(offset, limit) ?? []), total: list?.size ?? 0 };
  }

  /** Oldest first. */
  all(): StoredEvent[] {
    return this.#eventsOf(this.#all.all());
  }

  restore(events: readonly StoredEvent[], last: number): void {
    for (const event of events) {
      this.#put(
        event,
        event.deliveries.map((delivery) => ({ ...delivery, lease: 0, leasedUntil: 0 })),
      );
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

  #put(event: Omit<StoredEvent, 'deliveries'>, deliveries: readonly KeptDelivery[], text?: string): void {
    const { id, time, name, kind, object, payload } = event;
    const kept = deliveries.length === 0 ? NONE : deliveries;
    this.#events.set(id, { id, time, name, kind, object, payload: text ?? JSON.stringify(payload), deliveries: kept });
    this.#all.add(id);
    const key = `${kind}:${object}`;
    const list = this.#byObject.get(key) ?? new IdList();
    this.#byObject.set(key, list);
    list.add(id);
    for (const delivery of kept) if (delivery.state === 'pending') this.deliveries.add(delivery);
    if (this.#events.size > this.#keep) this.#dropOldest();
  }

  #dropOldest(): void {
    const id = this.#all.oldest();
    const event = id === undefined ? undefined : this.#events.get(id);
    if (event === undefined) return;
    this.#events.delete(event.id);
    this.#all.remove(event.id);
    const key = `${event.kind}:${event.object}`;
    this.#byObject.get(key)?.remove(event.id);
    if (this.#byObject.get(key)?.size === 0) this.#byObject.delete(key);
    for (const delivery of event.deliveries) if (delivery.state === 'pending') this.deliveries.remove(delivery);
  }
}

function newDelivery(event: number, delivery: NewDelivery): KeptDelivery {
  const { receiver, url, notBefore, copies, lane } = delivery;
  const fresh = { state: 'pending', attempts: [], tries: 0, lease: 0, leasedUntil: 0 } as const;
  return { event, receiver, url, notBefore, copies, lane, ...fresh };
}

function eventOf({ payload, deliveries, ...event }: KeptEvent): StoredEvent {
  return { ...event, payload: JSON.parse(payload) as JsonObject, deliveries: deliveries.map(deliveryOf) as Delivery[] };
}
