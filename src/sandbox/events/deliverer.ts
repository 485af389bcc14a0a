import { randomUUID } from 'node:crypto';
import { EVERYBODY } from '../accounts.js';
import {
  type Attempt,
  type Delivery,
  type Emitted,
  EVENTS,
  type EventHead,
  type Run,
  type Unit,
} from '../state/index.js';
import { addressOf, DISTURBANCE, type Disturbance, newDelivery, type StartReceiver, targetsOf } from './receivers.js';
import type { Sender, Sent } from './send.js';

export interface DelivererOptions {
  readonly run: Run;
  readonly sender: Sender;
  readonly receivers: readonly StartReceiver[];
  /** Milliseconds of the account's clock before each retry. After the last retry, the delivery has failed. */
  readonly pauses: readonly number[];
  /** The response time-out of receivers, in milliseconds. */
  readonly timeout: number;
  readonly onError: (error: unknown) => void;
}

/** The most concurrent deliveries to one receiver. */
const CONCURRENT = 16;

/** The time that a lease lasts beyond the longest possible delivery. Milliseconds. */
const MARGIN = 2000;

/** A delivery that this process has leased. */
interface Leased extends Delivery {
  /** The current address of the receiver; `undefined` if its registration was removed. */
  readonly address: string | undefined;
  readonly body: string;
}

interface Outcome {
  readonly state: Delivery['state'];
  readonly attempts: readonly Attempt[];
  /** Milliseconds before the next try; `undefined` without a pause. */
  readonly pause?: number | undefined;
}

/** Sends events. Each receiver has separate connections, so that a slow receiver does not delay others. */
export class Deliverer {
  readonly #options: DelivererOptions;
  /** Marks the leases of this process. A number after it makes each lease unique. */
  readonly #by = randomUUID().slice(0, 8);
  #leases = 0;
  /** The running deliveries, by account and receiver. */
  readonly #busy = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  /** Writes the events of a unit with their deliveries. */
  readonly writeEvents = (unit: Unit, events: readonly Emitted[]): void => {
    const disturbance: Disturbance = unit.document(DISTURBANCE) ?? {};
    for (const [index, event] of events.entries()) {
      const id = unit.addEvent(event);
      for (const target of targetsOf(unit, this.#options.receivers, event)) {
        unit.setDelivery(newDelivery(unit, { id, ...event }, target, disturbance, events.length - index - 1));
      }
    }
  };

  /** Sends the event again to its current receivers. Pending deliveries do not change. Returns false for an unknown event. */
  redeliver(unit: Unit, id: number): boolean {
    const event = unit.state.event(id);
    if (event === undefined) return false;
    for (const target of targetsOf(unit, this.#options.receivers, event)) {
      const known = unit.state.deliveries(id)[target.receiver];
      if (known?.state === 'pending') continue;
      unit.setDelivery({ ...newDelivery(unit, event, target), attempts: known?.attempts ?? [] });
    }
    return true;
  }

  /** Leases and sends the deliveries of the account that are ready. Resolves with false if a receiver has no capacity. */
  async deliver(account: string): Promise<boolean> {
    const lease = (unit: Unit) => ({
      leased: this.#lease(unit, unit.state.receivers()),
      receivers: unit.state.receivers(),
    });
    const { leased, receivers } = await this.#options.run(account, lease, { background: true });
    this.#send(account, leased);
    return receivers.every((receiver) => (this.#busy.get(keyOf(account, receiver)) ?? 0) < CONCURRENT);
  }

  /** Starts no more deliveries, and waits for running ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.sender.close();
    await Promise.all(this.#underWay);
  }

  /** @param freed the receiver of a delivery that has just finished but still counts as running */
  #lease(unit: Unit, receivers: readonly string[], freed?: string): Leased[] {
    const leased: Leased[] = [];
    if (this.#isClosed) return leased;
    for (const receiver of receivers) {
      let room = CONCURRENT - (this.#busy.get(keyOf(unit.account, receiver)) ?? 0) + Number(receiver === freed);
      for (; room > 0; room--) {
        const next = unit.state.claimable(receiver, unit.now, unit.realTime);
        const event = next && unit.state.record(EVENTS, next.event);
        if (next === undefined || event === undefined) break;
        const readyAt = unit.realTime + this.#options.timeout * next.copies + MARGIN;
        const delivery = { ...next, by: `${this.#by}:${++this.#leases}`, readyAt, notBefore: 0 };
        unit.setDelivery(delivery);
        const { name, kind, object } = JSON.parse(event.hidden) as EventHead;
        const head = JSON.stringify({ event: name, model: kind, model_id: String(object) });
        leased.push({
          ...delivery,
          address: addressOf(unit, next),
          body: `${head.slice(0, -1)},"payload":${event.value}}`,
        });
      }
    }
    return leased;
  }

  #send(account: string, leased: readonly Leased[]): void {
    for (const delivery of leased) {
      const key = keyOf(account, delivery.receiver);
      this.#busy.set(key, (this.#busy.get(key) ?? 0) + 1);
      const sending = this.#sendOne(account, delivery).catch(this.#options.onError);
      this.#underWay.add(sending);
      void sending.then(() => this.#underWay.delete(sending));
    }
  }

  async #sendOne(account: string, delivery: Leased): Promise<void> {
    const { receiver } = delivery;
    let next: Leased[] = [];
    try {
      const outcome = await this.#attempt(account, delivery);
      next = await this.#options.run(
        account,
        (unit) => {
          settle(unit, delivery, outcome);
          // The same commit leases the next delivery.
          return this.#lease(unit, [receiver], receiver);
        },
        { background: true },
      );
    } finally {
      const key = keyOf(account, receiver);
      const left = (this.#busy.get(key) ?? 1) - 1;
      if (left > 0) this.#busy.set(key, left);
      else this.#busy.delete(key);
      this.#send(account, next);
    }
  }

  async #attempt(account: string, { address, body, copies, tries }: Leased): Promise<Outcome> {
    if (address === undefined) {
      const attempt = { at: Date.now(), duration: 0, error: 'the registration was removed' };
      return { state: 'failed', attempts: [attempt] };
    }
    // A single account needs no header.
    const headers = account === EVERYBODY ? {} : { 'x-sandbox-account': account };
    const attempts: Attempt[] = [];
    let sent: Sent | undefined;
    for (let copy = 0; copy < copies && sent?.delivered !== false; copy++) {
      sent = await this.#options.sender.send(address, body, headers);
      // close() cut it off. This is not an attempt, and the next process sends the event.
      if (this.#isClosed && !sent.delivered) return { state: 'pending', attempts };
      attempts.push(sent.attempt);
    }
    if (sent?.delivered) return { state: 'delivered', attempts };
    const pause = this.#options.pauses[tries];
    return sent?.hopeless || pause === undefined
      ? { state: 'failed', attempts }
      : { state: 'pending', attempts, pause };
  }
}

/** Records the outcome, unless the lease has gone to another process or the event is gone. */
function settle(unit: Unit, { event, receiver, by }: Delivery, { state, attempts, pause }: Outcome): void {
  const now = unit.state.deliveries(event)[receiver];
  if (now?.by !== by) return;
  unit.setDelivery({
    ...now,
    state,
    attempts: [...now.attempts, ...attempts],
    tries: now.tries + attempts.length,
    notBefore: pause === undefined ? 0 : unit.now + pause,
    readyAt: 0,
    by: '',
  });
}

const keyOf = (account: string, receiver: string): string => `${account}\n${receiver}`;
