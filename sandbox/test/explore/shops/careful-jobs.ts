/** Careful shops whose jobs, locks and refunds are of another kind than those in careful.ts. */
import { unwrap } from '../../../../src/index.js';
import { Careful, CarefulPix } from './careful.js';
import { CarefulRefund } from './refunds.js';
import { AMOUNT, REFUND, type Shop } from './shop.js';

/** Its flow, its webhook and its job wait for one lock in memory. */
export class OneLock extends Careful {
  #last: Promise<unknown> = Promise.resolve();
  #alone(task: () => Promise<void>): Promise<void> {
    const result = this.#last.catch(() => {}).then(task);
    this.#last = result;
    return result;
  }
  override checkout = (): Promise<void> => this.#alone(() => super.checkout());
  override webhook = (body: string): Promise<void> => this.#alone(() => super.webhook(body));
  override reconcile = (): Promise<void> => this.#alone(() => super.reconcile());
  /** A new process has no lock. */
  restarted(): this {
    this.#last = Promise.resolve();
    return this;
  }
}

/** Has no webhook, and its job returns quietly if the gateway does not answer. Cron starts it again. */
export class QuietJob extends CarefulPix {
  override async webhook(): Promise<void> {}
  override async reconcile(): Promise<void> {
    await super.reconcile().catch(() => {});
  }
}

/** Ships an order, and gives back the price of one item that the buyer sent back. */
export class TakesItemBack extends CarefulRefund {
  override refund(id: number) {
    const params = { path: { id } };
    return unwrap(this.client.POST('/v1/transactions/{id}/refund', { params, body: { amount: REFUND } }));
  }
  override orders() {
    const shipped = this.order.shipments;
    return [{ ...this.books(), due: AMOUNT, shipped }];
  }
  override save(transaction: Parameters<Shop['save']>[0]): void {
    super.save(transaction);
    if (this.order.paid >= AMOUNT) this.order.shipments = 1;
  }
}
