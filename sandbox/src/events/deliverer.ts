import type { VariantOf } from 'payment-gateway-core/values';
import { EVERYBODY } from '../server/index.js';
import { countUses, type DeliveryAttempt, isListener, type Run, type Unit } from '../state/index.js';
import { type DeliveryOutcome, type Leased, leaseNext, type OnDelivery, outcomeOf, settleDelivery } from './leases.js';
import { endLost } from './listeners.js';
import { receiverAddress } from './receivers.js';
import type { Sender, SentAttempt } from './sender.js';

interface DelivererOptions {
  readonly run: Run;
  readonly sender: Sender;
  /** Milliseconds of the account's clock before each retry. After the last retry, the delivery has failed. */
  readonly pauses: readonly number[];
  /** The response time-out of receivers, in milliseconds. */
  readonly timeout: number;
  readonly onDelivery: OnDelivery;
  readonly onError: (error: unknown) => void;
}

/** The most concurrent deliveries to one receiver. */
const CONCURRENT = 16;

/** The time that a lease lasts beyond the longest possible delivery. Milliseconds. */
const MARGIN = 2000;

interface Sending extends Leased {
  /** The current address of the receiver; `undefined` if its registration was removed. */
  readonly address: string | undefined;
  readonly confirmation: VariantOf<'webhook-response'> | undefined;
}

/** Sends events. Each receiver has separate connections, so that a slow receiver does not delay others. */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #busy = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  /** Leases and sends the deliveries of the account that are ready. Resolves with false if a receiver has no capacity. */
  async deliver(account: string): Promise<boolean> {
    const task = (unit: Unit) => {
      endLost(unit, unit.state.receivers());
      const waiting = unit.state.receivers().filter((receiver) => !isListener(receiver));
      return { waiting, leased: this.#lease(unit, waiting) };
    };
    const { waiting, leased } = await this.#options.run(account, task, { background: true, counted: true });
    this.#send(account, leased);
    return waiting.every((receiver) => this.#roomOf(account, receiver) > 0);
  }

  /** Starts no more deliveries, and waits for running ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.sender.close();
    await Promise.all(this.#underWay);
  }

  #roomOf(account: string, receiver: string): number {
    return CONCURRENT - (this.#busy.get(keyOf(account, receiver)) ?? 0);
  }

  /** @param freed the receiver of a delivery that has just finished but still counts as running */
  #lease(unit: Unit, waiting: readonly string[], freed?: string): Sending[] {
    const leased: Sending[] = [];
    if (this.#isClosed) return leased;
    for (const receiver of waiting) {
      for (let room = this.#roomOf(unit.account, receiver) + Number(receiver === freed); room > 0; room--) {
        const next = leaseNext(unit, receiver, { each: this.#options.timeout, margin: MARGIN });
        if (next === undefined) break;
        leased.push({
          ...next,
          address: receiverAddress(unit, next),
          confirmation: unit.assumed['webhook-response'],
        });
      }
    }
    return leased;
  }

  #send(account: string, leased: readonly Sending[]): void {
    for (const delivery of leased) {
      const key = keyOf(account, delivery.receiver);
      this.#busy.set(key, (this.#busy.get(key) ?? 0) + 1);
      const sending = this.#sendOne(account, delivery).catch(this.#options.onError);
      this.#underWay.add(sending);
      void sending.then(() => this.#underWay.delete(sending));
    }
  }

  async #sendOne(account: string, delivery: Sending): Promise<void> {
    const { run, onDelivery } = this.#options;
    const { receiver } = delivery;
    let next: Sending[] = [];
    try {
      const outcome = await this.#attempt(account, delivery);
      onDelivery({ url: delivery.url, name: delivery.name, attempts: outcome.attempts });
      const task = (unit: Unit) => {
        countUses(() => settleDelivery(unit, delivery, outcome));
        // The same commit leases the next delivery.
        return this.#lease(unit, [receiver], receiver);
      };
      next = await run(account, task, { background: true, counted: true });
    } finally {
      const key = keyOf(account, receiver);
      const left = (this.#busy.get(key) ?? 1) - 1;
      if (left > 0) this.#busy.set(key, left);
      else this.#busy.delete(key);
      this.#send(account, next);
    }
  }

  async #attempt(account: string, delivery: Sending): Promise<DeliveryOutcome> {
    const { sender, pauses } = this.#options;
    const { address, body, copies, confirmation } = delivery;
    if (address === undefined) {
      const attempt = { at: Date.now(), duration: 0, error: 'the registration was removed' };
      return { state: 'failed', attempts: [attempt] };
    }
    // A single account needs no header.
    const headers = account === EVERYBODY ? {} : { 'x-sandbox-account': account };
    const attempts: DeliveryAttempt[] = [];
    let sent: SentAttempt | undefined;
    for (let copy = 0; copy < copies && sent?.delivered !== false; copy++) {
      sent = await sender.send(address, body, headers);
      // close() cut it off. This is not an attempt, and the next process sends the event.
      if (this.#isClosed && !sent.delivered) return { state: 'pending', attempts };
      attempts.push(sent.attempt);
    }
    if (sent?.hopeless) return { state: 'failed', attempts };
    return outcomeOf(delivery, attempts, confirmation, pauses);
  }
}

const keyOf = (account: string, receiver: string): string => `${account}\n${receiver}`;
