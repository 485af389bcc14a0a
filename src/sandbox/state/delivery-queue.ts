import { DueHeap } from './due-heap.js';
import { IdList } from './id-list.js';
import type { Delivery } from './model.js';

interface Lane {
  readonly events: IdList;
  readonly byEvent: Map<number, Delivery>;
}

/**
 * The pending deliveries to one receiver. Only the first of each lane may be sent. A retry first waits for the account's clock; leases and late
 * deliveries wait for real time.
 */
export class DeliveryQueue {
  readonly #lanes = new Map<string, Lane>();
  readonly #byClock = new DueHeap(({ kind, id, due }) => this.#holds(kind, id, ({ notBefore }) => notBefore === due));
  readonly #byTime = new DueHeap(({ kind, id, due }) => this.#holds(kind, id, (delivery) => readyAt(delivery) === due));

  get isEmpty(): boolean {
    return this.#lanes.size === 0;
  }

  isFree(lane: string): boolean {
    return !this.#lanes.has(lane);
  }

  put(delivery: Delivery): void {
    const lane = this.#lanes.get(delivery.lane) ?? { events: new IdList(), byEvent: new Map<number, Delivery>() };
    this.#lanes.set(delivery.lane, lane);
    lane.events.add(delivery.event);
    lane.byEvent.set(delivery.event, delivery);
    this.#requeue(delivery.lane);
  }

  remove({ lane: name, event }: Delivery): void {
    const lane = this.#lanes.get(name);
    if (lane === undefined) return;
    lane.events.remove(event);
    lane.byEvent.delete(event);
    if (lane.events.size === 0) this.#lanes.delete(name);
    else this.#requeue(name);
  }

  /** The delivery that may be sent next, whether its real time has come or not. `clock`: what the account's clock shows. */
  first(clock: number): Delivery | undefined {
    for (let retry = this.#byClock.first(); retry !== undefined && retry.due <= clock; retry = this.#byClock.first()) {
      const delivery = this.#firstOf(retry.kind);
      this.#byClock.removeFirst();
      if (delivery !== undefined) this.#byTime.add({ ...retry, due: readyAt(delivery) }, this.#lanes.size);
    }
    for (;;) {
      const entry = this.#byTime.first();
      const delivery = entry && this.#firstOf(entry.kind);
      if (delivery === undefined || delivery.notBefore <= clock) return delivery;
      // A unit of work had moved the clock, and was undone.
      this.#byTime.removeFirst();
      this.#requeue(delivery.lane);
    }
  }

  /** The next time of the account's clock at which a retry may be sent. */
  nextRetry(): number | undefined {
    return this.#byClock.first()?.due;
  }

  #holds(lane: string, event: number, isDue: (delivery: Delivery) => boolean): boolean {
    const first = this.#firstOf(lane);
    return first?.event === event && isDue(first);
  }

  #firstOf(name: string): Delivery | undefined {
    const lane = this.#lanes.get(name);
    const event = lane?.events.oldest();
    return event === undefined ? undefined : lane?.byEvent.get(event);
  }

  #requeue(lane: string): void {
    const first = this.#firstOf(lane);
    if (first === undefined) return;
    const [heap, due] = first.notBefore > 0 ? [this.#byClock, first.notBefore] : [this.#byTime, readyAt(first)];
    heap.add({ due, id: first.event, kind: lane }, this.#lanes.size);
  }
}

/** The earliest real time at which any process may send the delivery. */
export const readyAt = ({ sendAt, until }: Delivery): number => Math.max(sendAt, until);
