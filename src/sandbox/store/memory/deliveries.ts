import type { Attempt, Delivery, DeliveryState, Settlement, Waiting } from '../store.js';
import { DueHeap } from './due-heap.js';
import { IdList } from './id-list.js';

export interface KeptDelivery {
  readonly event: number;
  readonly receiver: string;
  readonly url: string;
  readonly copies: number;
  readonly lane: string;
  notBefore: number;
  state: DeliveryState;
  attempts: readonly Attempt[];
  tries: number;
  lease: number;
  leasedUntil: number;
}

/** The pending deliveries of one receiver. Only the first of each lane may be sent. */
class Queue {
  readonly lanes = new Map<string, { readonly events: IdList; readonly byEvent: Map<number, KeptDelivery> }>();
  readonly #next = new DueHeap(({ kind: lane, id, due }) => {
    const first = this.#firstOf(lane);
    return first?.event === id && readyAt(first) === due;
  });

  first(): KeptDelivery | undefined {
    const entry = this.#next.first();
    return entry && this.#firstOf(entry.kind);
  }

  add(delivery: KeptDelivery): void {
    const lane = this.lanes.get(delivery.lane) ?? { events: new IdList(), byEvent: new Map() };
    this.lanes.set(delivery.lane, lane);
    lane.events.add(delivery.event);
    lane.byEvent.set(delivery.event, delivery);
    this.requeue(delivery.lane);
  }

  remove(delivery: KeptDelivery): void {
    const lane = this.lanes.get(delivery.lane);
    if (lane === undefined) return;
    lane.events.remove(delivery.event);
    lane.byEvent.delete(delivery.event);
    if (lane.events.size === 0) this.lanes.delete(delivery.lane);
    else this.requeue(delivery.lane);
  }

  /** After the first of the lane, or its time, has changed. */
  requeue(lane: string): void {
    const first = this.#firstOf(lane);
    if (first !== undefined) this.#next.add({ due: readyAt(first), id: first.event, kind: lane }, this.lanes.size);
  }

  #firstOf(name: string): KeptDelivery | undefined {
    const lane = this.lanes.get(name);
    const event = lane?.events.oldest();
    return event === undefined ? undefined : lane?.byEvent.get(event);
  }
}

/** The pending deliveries of an account, by receiver. */
export class DeliveriesInMemory {
  pending = 0;
  readonly #account: string;
  readonly #queues = new Map<string, Queue>();
  #leases = 0;

  constructor(account: string) {
    this.#account = account;
  }

  add(delivery: KeptDelivery): void {
    const queue = this.#queues.get(delivery.receiver) ?? new Queue();
    this.#queues.set(delivery.receiver, queue);
    queue.add(delivery);
    this.pending++;
  }

  remove(delivery: KeptDelivery): void {
    const queue = this.#queues.get(delivery.receiver);
    if (queue === undefined) return;
    queue.remove(delivery);
    if (queue.lanes.size === 0) this.#queues.delete(delivery.receiver);
    this.pending--;
  }

  waiting(): Waiting[] {
    return [...this.#queues].flatMap(([receiver, queue]) => {
      const first = queue.first();
      return first === undefined ? [] : [{ account: this.#account, receiver, at: readyAt(first) }];
    });
  }

  claim(receiver: string, { now, until, limit }: { now: number; until: number; limit: number }): KeptDelivery[] {
    const queue = this.#queues.get(receiver);
    const claimed: KeptDelivery[] = [];
    while (queue !== undefined && claimed.length < limit) {
      const first = queue.first();
      if (first === undefined || readyAt(first) > now) break;
      first.lease = ++this.#leases;
      first.leasedUntil = until;
      queue.requeue(first.lane);
      claimed.push(first);
    }
    return claimed;
  }

  settle(delivery: KeptDelivery, { attempts, state, notBefore }: Settlement): void {
    if (delivery.state !== 'pending') return;
    delivery.attempts = [...delivery.attempts, ...attempts];
    delivery.tries += attempts.length;
    delivery.lease = 0;
    delivery.leasedUntil = 0;
    if (state === 'pending') {
      delivery.notBefore = notBefore ?? delivery.notBefore;
      this.#queues.get(delivery.receiver)?.requeue(delivery.lane);
      return;
    }
    this.remove(delivery);
    delivery.state = state;
  }
}

/** When it may be claimed: not before its time, and not while somebody else has it. */
const readyAt = ({ notBefore, leasedUntil }: KeptDelivery): number => Math.max(notBefore, leasedUntil);

export function deliveryOf({ lease: _, leasedUntil: __, ...delivery }: KeptDelivery): Delivery {
  return { ...delivery };
}
