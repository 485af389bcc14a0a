/** Shops whose return page, webhook and repair job do the same work, and may do it at the same time. */
import { setImmediate } from 'node:timers/promises';
import type { Transaction } from '../../../../src/types.js';
import type { SandboxControls } from '../../../src/index.js';
import { CarefulPix, TwoOrders } from './careful.js';
import { AMOUNT, payOpen, REFUND, Shop } from './shop.js';

/** The buyer pays, and comes back to the page of the shop, which asks for the payment. */
export async function payAndReturn(account: SandboxControls, shop: Shop): Promise<void> {
  await payOpen(account);
  const { transaction } = shop.order;
  if (transaction !== undefined) shop.save(await shop.retrieve(transaction));
}

/** Looks whether a payment is added, asks the gateway, and adds it. */
abstract class Adds extends CarefulPix {
  async add(found: () => Promise<Transaction | undefined>): Promise<void> {
    const isAdded = this.order.paid > 0;
    const { status, paid_amount } = (await found()) ?? {};
    if (!isAdded && status === 'paid') this.order.paid += paid_amount ?? 0;
  }
  override save({ id }: Transaction): void {
    this.order.transaction = id;
  }
  override webhook(body: string): Promise<void> {
    return this.add(() => this.paymentOf(body));
  }
}

/** Its page does what its webhook does. */
export class AddsOnItsPage extends Adds {
  override async reconcile(): Promise<void> {}
  async page(account: SandboxControls): Promise<void> {
    await payOpen(account);
    const { transaction } = this.order;
    if (transaction !== undefined) await this.add(() => this.retrieve(transaction));
  }
}

/** Its nightly job does what its webhook does. */
export class AddsInItsJob extends Adds {
  override reconcile(): Promise<void> {
    return this.add(() => this.find());
  }
}

/** Refunds in its job what the buyer sent back, and notes it afterwards. */
export class JobsRefund extends Shop {
  override async webhook(body: string): Promise<void> {
    if (this.order.refund === undefined) await super.webhook(body);
  }
  override async reconcile(): Promise<void> {
    const { refund } = this.order;
    const found = await this.find();
    if (refund !== undefined || found?.status !== 'paid') return;
    await this.refund(found.id);
    Object.assign(this.order, { refund: 'done', paid: AMOUNT - REFUND });
  }
}

/** Reads its file with all orders, asks the gateway about one, and writes the whole file. */
export class OneFile extends TwoOrders {
  #file: Readonly<Record<string, number>> = {};
  override async webhook(body: string): Promise<void> {
    const file = this.#file;
    const { reference_key, status, paid_amount } = await this.look(JSON.parse(body));
    if (status === 'paid') this.#file = { ...file, [reference_key ?? '']: paid_amount ?? 0 };
  }
  async look({ model_id }: { model_id: number; payload: Transaction }): Promise<Transaction> {
    return this.retrieve(model_id);
  }
  override async reconcile(): Promise<void> {}
  override orders() {
    return super.orders().map(({ order }) => ({ order, paid: this.#file[order] ?? 0 }));
  }
}

/** The same, but it believes the event. */
export class OneFileByEvents extends OneFile {
  override async look({ payload }: { payload: Transaction }): Promise<Transaction> {
    return setImmediate(payload);
  }
}
