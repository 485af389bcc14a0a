/** Shops that give a part of a payment back, where the refund is pending first. */
import { GatewayError, isOutcomeUnknown, paginate } from '../../../../src/index.js';
import type { Transaction } from '../../../../src/types.js';
import { AMOUNT, REFUND, Shop, WithoutWebhook } from './shop.js';

/** Sends a pending refund again when the payment is `paid` again. */
export class PaidAgainIsFailed extends WithoutWebhook {
  override async checkout(): Promise<void> {
    await super.checkout();
    const id = this.beginRefund();
    if (id === undefined) return;
    this.saveRefund(await this.refund(id));
  }
  override async reconcile(): Promise<void> {
    const { transaction: id, status } = this.order;
    if (id === undefined || status !== 'pending_refund') return;
    const now = await this.retrieve(id);
    this.saveRefund(this.hasFailed(now) ? await this.refund(id) : now);
  }
  saveRefund({ status }: Transaction): void {
    // The job looks once.
    Object.assign(this.order, { paid: AMOUNT - REFUND, status: this.order.status === 'paid' ? status : 'refunded' });
  }
  hasFailed({ status }: Transaction): boolean {
    return status === 'paid';
  }
}

/** Sends a pending refund again if `paid_amount` is unchanged. */
export class UnchangedIsFailed extends PaidAgainIsFailed {
  override hasFailed({ status, paid_amount }: Transaction): boolean {
    return status === 'paid' && paid_amount === AMOUNT;
  }
}

/** Gives a part back once. If `paid_amount` is unchanged, it asks, and never sends the refund again. */
export class CarefulPartialRefund extends Shop {
  override async checkout(): Promise<void> {
    await super.checkout();
    if (this.order.status === 'paid') this.order.paid = await this.#left(AMOUNT);
  }
  override async webhook(): Promise<void> {
    const found = await this.find();
    if (found === undefined) return;
    const paid = found.status === 'paid' ? await this.#left(found.paid_amount ?? 0) : 0;
    this.save({ ...found, paid_amount: paid });
  }
  override async reconcile(): Promise<void> {
    await this.webhook();
    const id = this.beginRefund();
    if (id === undefined) return;
    try {
      await this.refund(id);
    } catch (error) {
      if (error instanceof GatewayError && !isOutcomeUnknown(error)) this.order.refund = undefined;
      throw error;
    }
    await this.webhook();
  }
  /** The person who asks reads the history, which has the amount of each refund. */
  async #left(paid: number): Promise<number> {
    const { transaction: id } = this.order;
    if (id === undefined || paid !== AMOUNT) return paid;
    const entries: { status: string | undefined; amount: number }[] = [];
    const params = { path: { id } };
    for await (const { status, amount } of paginate(this.client, '/v1/transactions/{id}/history', { params }))
      entries.push({ status, amount: amount ?? 0 });
    const refunds = entries.filter(({ status, amount }, index) => {
      const before = entries[index - 1];
      const isSettled = before?.status === 'pending_refund' && before.amount === amount;
      return status === 'paid' && amount < paid && (before?.status === 'paid' || isSettled);
    });
    return refunds.reduce((left, { amount }) => left - amount, paid);
  }
}
