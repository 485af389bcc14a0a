/** Shops that follow the clock: deadlines of their own, jobs that look back, or once a day. */
import { type GatewayClient, paginate } from '../../../../src/index.js';
import type { Transaction } from '../../../../src/types.js';
import { CarefulPix } from './careful.js';
import { REFERENCE, WithoutWebhook } from './shop.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Looks three times for the payment of a Pix, and then cancels the order. It has no webhook. */
export class LooksThrice extends CarefulPix {
  #looks = 0;
  override async webhook(): Promise<void> {}
  override async reconcile(): Promise<void> {
    if (this.order.paid === 0 && ++this.#looks > 3) return;
    await super.reconcile();
  }
}

/** Cancels an order that is not paid after half an hour, and ignores all that comes afterwards. */
export class HalfAnHour extends CarefulPix {
  readonly #now: () => Date;
  readonly #end: number;
  #isCanceled = false;
  constructor(client: GatewayClient, now: () => Date = () => new Date()) {
    super(client);
    this.#now = now;
    this.#end = now().getTime() + 30 * MINUTE;
  }
  override async webhook(body: string): Promise<void> {
    if (!this.#isCanceled) await super.webhook(body);
  }
  override async reconcile(): Promise<void> {
    if (!this.#isCanceled) await super.reconcile();
    this.#isCanceled = this.order.paid === 0 && this.#now().getTime() > this.#end;
  }
}

/** Its job looks for payments of the last seven days. It has no webhook. */
export class LooksBackAWeek extends CarefulPix {
  readonly #now: () => Date;
  constructor(client: GatewayClient, now: () => Date = () => new Date()) {
    super(client);
    this.#now = now;
  }
  override async webhook(): Promise<void> {}
  override async reconcile(): Promise<void> {
    const since = this.#now().getTime() - 7 * DAY;
    for await (const found of paginate(this.client, '/v1/transactions'))
      if (found.reference_key === REFERENCE && Date.parse(found.created_at ?? '') >= since) this.save(found);
  }
}

/** Looks at open orders each time, and at paid ones once a day. It has no webhook. A careful shop. */
export class LooksDaily extends WithoutWebhook {
  readonly #now: () => Date;
  #looked = 0;
  constructor(client: GatewayClient, now: () => Date = () => new Date()) {
    super(client);
    this.#now = now;
  }
  override async reconcile(): Promise<void> {
    const now = this.#now().getTime();
    if (this.order.paid > 0 && now < this.#looked + DAY) return;
    await super.reconcile();
    if (this.order.paid > 0) this.#looked = now;
  }
}

/** Saves only what is newer than what it knows. A careful shop. */
export class SavesNewer extends CarefulPix {
  #updated = '';
  override save(transaction: Transaction): void {
    const { updated_at = '' } = transaction;
    if (updated_at !== null && updated_at <= this.#updated) return;
    this.#updated = updated_at ?? '';
    super.save(transaction);
  }
}
