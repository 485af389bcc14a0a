import type { Attempt, Claimed, Settlement, Store } from '../store/index.js';
import { webhookOf } from './receivers.js';
import type { Sender, Sent } from './send.js';

export interface DelivererOptions {
  readonly store: Store;
  readonly sender: Sender;
  /** Milliseconds of real time before each further try. After the last one the delivery has failed. */
  readonly pauses: readonly number[];
  /** Milliseconds for which a delivery is claimed: longer than all its copies take. */
  readonly lease: number;
  /** Gets what went wrong with the store. */
  readonly onError: (error: unknown) => void;
  /** Called after each delivery that was settled. */
  readonly onSettled: (account: string) => void;
}

/** How many deliveries to one receiver are under way at the same time. */
const ABREAST = 16;

/** How often a store that others write to is asked for deliveries that they left behind. Milliseconds. */
const LOOK_AGAIN = 1000;

/** Sends what the store has to deliver. Each receiver has its own connections and its own pace, so that none waits for another. */
export class Deliverer {
  readonly #options: DelivererOptions;
  /** How many are under way, by account and receiver. */
  readonly #busy = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #scheduled = Number.POSITIVE_INFINITY;
  /** By account, and for all of them: when to look for something to deliver. */
  readonly #next = new Map<string, number>();
  #nextOfAll = Number.POSITIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #closed = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  /** To be called when there may be something to deliver: in the account, or in any. */
  wake(account?: string): void {
    if (account === undefined) this.#nextOfAll = 0;
    else this.#next.set(account, 0);
    this.#schedule(0);
  }

  /** Waits for what is under way, and claims nothing more. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#options.sender.close();
    await this.#looking;
    await Promise.all(this.#underWay);
  }

  #schedule(time: number): void {
    if (this.#closed || time >= this.#scheduled) return;
    clearTimeout(this.#timer);
    this.#scheduled = time;
    const look = (): void => {
      this.#scheduled = Number.POSITIVE_INFINITY;
      // The look that is under way schedules the next one.
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
        this.#schedule(Math.min(this.#nextOfAll, ...this.#next.values()));
      });
    };
    this.#timer = setTimeout(look, Math.min(Math.max(time - performance.now(), 0), 2 ** 31 - 1)).unref();
  }

  async #look(): Promise<void> {
    const { store, onError } = this.#options;
    const start = performance.now();
    const all = this.#nextOfAll <= start;
    const accounts = [...this.#next].flatMap(([account, time]) => (time <= start ? [account] : []));
    // Before the wait, so that whoever wakes meanwhile is heard.
    if (all) {
      this.#next.clear();
      this.#nextOfAll = store.shared ? start + LOOK_AGAIN : Number.POSITIVE_INFINITY;
    }
    for (const account of accounts) this.#next.delete(account);
    try {
      for (const { account, receiver, at } of await store.waiting(all ? undefined : accounts)) {
        const wait = at - store.now();
        if (wait <= 0) await this.#drain(account, receiver);
        else
          this.#next.set(
            account,
            Math.min(this.#next.get(account) ?? Number.POSITIVE_INFINITY, performance.now() + wait),
          );
      }
    } catch (error) {
      if (!this.#closed) onError(error);
      this.#nextOfAll = Math.min(this.#nextOfAll, performance.now() + LOOK_AGAIN);
    }
  }

  async #drain(account: string, receiver: string): Promise<void> {
    const key = `${receiver}\n${account}`;
    const room = ABREAST - (this.#busy.get(key) ?? 0);
    if (room <= 0 || this.#closed) return;
    // Taken before the wait, so that two drains never share the same room.
    this.#busy.set(key, ABREAST);
    let claimed: readonly Claimed[] = [];
    try {
      const { store, lease } = this.#options;
      const now = store.now();
      claimed = await store.claim(account, receiver, { now, until: now + lease, limit: room });
    } finally {
      this.#leave(key, room - claimed.length);
    }
    for (const delivery of claimed) {
      const delivering = this.#deliver(delivery)
        .catch(this.#options.onError)
        .finally(() => {
          this.#underWay.delete(delivering);
          this.#leave(key, 1);
          this.#options.onSettled(account);
          this.wake(account);
        });
      this.#underWay.add(delivering);
    }
  }

  #leave(key: string, count: number): void {
    const left = (this.#busy.get(key) ?? 0) - count;
    if (left > 0) this.#busy.set(key, left);
    else this.#busy.delete(key);
  }

  async #deliver(claimed: Claimed): Promise<void> {
    const { name, kind, object, payload } = claimed.body;
    const body = JSON.stringify({ event: name, model: kind, model_id: String(object), payload });
    const { store, sender } = this.#options;
    const url = await this.#urlOf(claimed);
    if (url === undefined) {
      const attempt = { at: Date.now(), duration: 0, error: 'the registration was removed' };
      return await store.settle(claimed, { state: 'failed', attempts: [attempt] });
    }
    const attempts: Attempt[] = [];
    let sent: Sent | undefined;
    for (let copy = 0; copy < claimed.copies && sent?.delivered !== false; copy++) {
      sent = await sender.send(url, body);
      // Cut off by close(): it was no attempt, and whoever opens the store next sends it.
      if (this.#closed && !sent.delivered) return await store.settle(claimed, { state: 'pending', attempts });
      attempts.push(sent.attempt);
    }
    await store.settle(claimed, this.#settlement(claimed.tries, attempts, sent));
  }

  /** The address of a registration as it is now: it may have been changed or removed since the event. */
  async #urlOf({ account, receiver, url }: Claimed): Promise<string | undefined> {
    const id = webhookOf(receiver);
    if (id === undefined) return url;
    const webhook = await this.#options.store.read(account, 'webhooks', id);
    return typeof webhook?.value.url === 'string' ? webhook.value.url : undefined;
  }

  #settlement(tries: number, attempts: Attempt[], sent: Sent | undefined): Settlement {
    if (sent === undefined || sent.delivered) return { state: 'delivered', attempts };
    const pause = this.#options.pauses[tries];
    if (sent.hopeless || pause === undefined) return { state: 'failed', attempts };
    return { state: 'pending', attempts, notBefore: this.#options.store.now() + pause };
  }
}
