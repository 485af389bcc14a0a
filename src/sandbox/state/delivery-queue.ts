import type { Delivery } from './model.js';
import { SortedList } from './sorted-list.js';

/**
 * The pending deliveries to one receiver. Only the first delivery of each lane is sent. A retry waits for the account's clock. Leases and
 * delayed deliveries wait for real time.
 */
export class DeliveryQueue {
  readonly #lanes = new Map<string, SortedList<Delivery>>();
  /** The first of each lane. */
  readonly #retries = new SortedList<Delivery>((one, other) => one.notBefore - other.notBefore || byEvent(one, other));
  readonly #others = new SortedList<Delivery>((one, other) => one.readyAt - other.readyAt || byEvent(one, other));

  get isEmpty(): boolean {
    return this.#lanes.size === 0;
  }

  put(delivery: Delivery): void {
    this.#change(delivery.lane, (lane) => lane.add(delivery));
  }

  remove(delivery: Delivery): void {
    this.#change(delivery.lane, (lane) => lane.remove(delivery));
  }

  /** Returns the next retry, by the account's clock, and the next other delivery, by real time. */
  next(): { readonly retry: Delivery | undefined; readonly other: Delivery | undefined } {
    return { retry: this.#retries.first(), other: this.#others.first() };
  }

  #change(name: string, change: (lane: SortedList<Delivery>) => void): void {
    const lane = this.#lanes.get(name) ?? new SortedList<Delivery>(byEvent);
    const before = lane.first();
    change(lane);
    const first = lane.first();
    if (before !== undefined) this.#waiting(before).remove(before);
    if (first === undefined) this.#lanes.delete(name);
    else {
      this.#lanes.set(name, lane);
      this.#waiting(first).add(first);
    }
  }

  #waiting(delivery: Delivery): SortedList<Delivery> {
    return delivery.notBefore > 0 ? this.#retries : this.#others;
  }
}

const byEvent = (one: Delivery, other: Delivery): number => one.event - other.event;
