import { randomUUID } from 'node:crypto';
import type { VariantOf } from 'payment-gateway-contract/internal/values';
import { EVERYBODY } from '../account-names.js';
import {
  type Attempt,
  countUses,
  type Delivery,
  EVENTS,
  type EventHead,
  type Run,
  type Stored,
  type Unit,
  use,
} from '../state/index.js';
import { eventBody } from '../variants/event-bodies.js';
import type { Sender, Sent } from './sender.js';
import { addressOf } from './webhook-receivers.js';

export interface DelivererOptions {
  readonly run: Run;
  readonly sender: Sender;
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
  readonly confirmation: VariantOf<'webhook-response'> | undefined;
}

interface Outcome {
  readonly state: Delivery['state'];
  readonly attempts: readonly Attempt[];
  /** Milliseconds before the next try; `undefined` without a pause. */
  readonly pause?: number | undefined;
  /** Whether the receiver failed, so that an assumption decides what follows. */
  readonly isAssumed?: boolean;
}

export type Deliverer = ReturnType<typeof createDeliverer>;

/** Creates the sender of events. Each receiver has separate connections, so that a slow receiver does not delay others. */
export function createDeliverer({ run, sender, pauses, timeout, onError }: DelivererOptions) {
  /** Marks the leases of this process. A number after it makes each lease unique. */
  const by = randomUUID().slice(0, 8);
  let leases = 0;
  /** The running deliveries, by account and receiver. */
  const busy = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  let isClosed = false;

  const roomOf = (account: string, receiver: string): number => CONCURRENT - (busy.get(keyOf(account, receiver)) ?? 0);

  return {
    /** Leases and sends the deliveries of the account that are ready. Resolves with false if a receiver has no capacity. */
    async deliver(account: string): Promise<boolean> {
      const task = (unit: Unit) => {
        const waiting = unit.state.receivers();
        return { waiting, leased: lease(unit, waiting) };
      };
      const { waiting, leased } = await run(account, task, { background: true, counted: true });
      send(account, leased);
      return waiting.every((receiver) => roomOf(account, receiver) > 0);
    },

    /** Starts no more deliveries, and waits for running ones. */
    async close(): Promise<void> {
      isClosed = true;
      sender.close();
      await Promise.all(underWay);
    },
  };

  /** @param freed the receiver of a delivery that has just finished but still counts as running */
  function lease(unit: Unit, waiting: readonly string[], freed?: string): Leased[] {
    const leased: Leased[] = [];
    if (isClosed) return leased;
    for (const receiver of waiting) {
      for (let room = roomOf(unit.account, receiver) + Number(receiver === freed); room > 0; room--) {
        const next = unit.state.claimable(receiver, unit.now, unit.realTime);
        const event = next && unit.state.object(EVENTS, next.event);
        if (next === undefined || event === undefined) break;
        const readyAt = unit.realTime + timeout * next.copies + MARGIN;
        const delivery = { ...next, by: `${by}:${++leases}`, readyAt, notBefore: 0 };
        unit.setDelivery(delivery);
        // How many deliveries share a unit depends on the machine, so each counts by itself.
        leased.push(countUses(() => withBody(unit, delivery, event)));
      }
    }
    return leased;
  }

  function send(account: string, leased: readonly Leased[]): void {
    for (const delivery of leased) {
      const key = keyOf(account, delivery.receiver);
      busy.set(key, (busy.get(key) ?? 0) + 1);
      const sending = sendOne(account, delivery).catch(onError);
      underWay.add(sending);
      void sending.then(() => underWay.delete(sending));
    }
  }

  async function sendOne(account: string, delivery: Leased): Promise<void> {
    const { receiver } = delivery;
    let next: Leased[] = [];
    try {
      const outcome = await attempt(account, delivery);
      const task = (unit: Unit) => {
        countUses(() => settle(unit, delivery, outcome));
        // The same commit leases the next delivery.
        return lease(unit, [receiver], receiver);
      };
      next = await run(account, task, { background: true, counted: true });
    } finally {
      const key = keyOf(account, receiver);
      const left = (busy.get(key) ?? 1) - 1;
      if (left > 0) busy.set(key, left);
      else busy.delete(key);
      send(account, next);
    }
  }

  async function attempt(account: string, { address, body, copies, tries, confirmation }: Leased): Promise<Outcome> {
    if (address === undefined) {
      const attempt = { at: Date.now(), duration: 0, error: 'the registration was removed' };
      return { state: 'failed', attempts: [attempt] };
    }
    // A single account needs no header.
    const headers = account === EVERYBODY ? {} : { 'x-sandbox-account': account };
    const attempts: Attempt[] = [];
    let sent: Sent | undefined;
    for (let copy = 0; copy < copies && sent?.delivered !== false; copy++) {
      sent = await sender.send(address, body, headers);
      // close() cut it off. This is not an attempt, and the next process sends the event.
      if (isClosed && !sent.delivered) return { state: 'pending', attempts };
      attempts.push(sent.attempt);
    }
    if (sent?.delivered) return { state: 'delivered', attempts };
    if (sent?.hopeless) return { state: 'failed', attempts };
    const isConfirmed = confirmation === 'any-status-confirms' && sent?.attempt.status !== undefined;
    const pause = isConfirmed || confirmation === 'not-repeated' ? undefined : pauses[tries];
    const state = isConfirmed ? 'delivered' : pause === undefined ? 'failed' : 'pending';
    return { state, attempts, pause, isAssumed: true };
  }
}

/** Returns a delivery with what it sends. The entries about events decide here: an event without a receiver shows nothing of them. */
function withBody(unit: Unit, delivery: Delivery, { hidden, value }: Stored): Leased {
  for (const entry of ['webhook-events', 'webhook-envelope', 'event-payload-fields', 'response-ids']) use(entry);
  return {
    ...delivery,
    address: addressOf(unit, delivery),
    body: JSON.stringify(eventBody(hidden as EventHead, value)),
    confirmation: unit.assumed['webhook-response'],
  };
}

/** Records the outcome, unless the lease has gone to another process or the event is gone. */
function settle(unit: Unit, { event, receiver, by }: Delivery, { state, attempts, pause, isAssumed }: Outcome): void {
  const now = unit.state.deliveries(event)[receiver];
  if (now?.by !== by) return;
  if (isAssumed) use('webhook-response');
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
