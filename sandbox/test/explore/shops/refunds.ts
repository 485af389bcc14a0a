/** Shops that go wrong with money that goes back. */
import { GatewayError, isOutcomeUnknown, paginate } from '../../../../src/index.js';
import type { Transaction } from '../../../../src/types.js';
import type { WebhookEventName } from '../../../../src/webhooks/index.js';
import { AMOUNT, OnlyAnswers, REFERENCE, REFUND, Shop, WithoutJob, WithoutWebhook } from './shop.js';

/** Refunds again after a lost refund. */
export class RefundsTwice extends WithoutWebhook {
  override async checkout(): Promise<void> {
    await super.checkout();
    const { transaction: id, status, refund } = this.order;
    if (id === undefined || status !== 'paid' || refund === 'done') return;
    await this.refund(id).catch(() => this.refund(id));
    this.order.refund = 'done';
    this.order.paid = AMOUNT - REFUND;
  }
  override async reconcile(): Promise<void> {
    if (this.order.refund !== 'done') await super.reconcile();
  }
}

/** Believes that `paid_amount` shows a refund. */
export class BelievesPaidAmount extends Shop {
  override async checkout(): Promise<void> {
    await super.checkout();
    if (this.order.transaction !== undefined) this.save(await this.refund(this.order.transaction));
  }
}

/** Books a refund when the gateway answers, and again for its event. */
export class BooksRefundTwice extends WithoutJob {
  override async checkout(): Promise<void> {
    await super.checkout();
    if (this.order.transaction === undefined || this.order.refund !== undefined) return;
    this.order.refund = 'sent';
    await this.refund(this.order.transaction);
    this.order.paid -= REFUND;
  }
  override async webhook(body: string): Promise<void> {
    const { event, payload }: { event: WebhookEventName; payload: Transaction } = JSON.parse(body);
    if (event === 'transaction.status_changed' && payload.status === 'paid') this.order.paid -= REFUND;
  }
}

/** Refunds two items of the same price. After a lost answer, the refund of the first looks like that of the second. */
export class EqualRefunds extends OnlyAnswers {
  override async checkout(): Promise<void> {
    await super.checkout();
    const { transaction: id, status } = this.order;
    for (let item = 0; item < 2 && id !== undefined && status === 'paid'; item++) await this.#refundItem(id);
  }
  async #refundItem(id: number): Promise<void> {
    try {
      await this.refund(id);
    } catch (error) {
      const { paid_amount } = await this.retrieve(id);
      if ((paid_amount ?? 0) > AMOUNT - REFUND) throw error;
    }
    this.order.paid -= REFUND;
  }
}

/** Takes a refund that is not carried out at once for one that failed. */
export class PendingIsFailed extends OnlyAnswers {
  override async checkout(): Promise<void> {
    await super.checkout();
    const { transaction: id } = this.order;
    if (id === undefined || this.order.refund !== undefined) return;
    this.order.refund = 'sent';
    const { status } = await this.refund(id, AMOUNT);
    if (status === 'refunded') this.order.paid = 0;
  }
}

/** Takes a refund off the order once for each copy of its event. */
export class RefundPerEvent extends Shop {
  override async webhook(body: string): Promise<void> {
    const found = await this.paymentOf(body);
    if (found.reference_key !== REFERENCE) return;
    if (found.status === 'refunded') this.order.paid -= AMOUNT;
    else this.save(found);
  }
  override async reconcile(): Promise<void> {
    const found = await this.find();
    if (found !== undefined && found.status !== 'refunded') this.save(found);
  }
}

/** Charges a saved card again for an order whose payment the cardholder disputes. */
export class RechargesDisputed extends Shop {
  override async reconcile(): Promise<void> {
    await super.reconcile();
    if (this.order.status === 'chargedback') await this.charge(`${REFERENCE}-again`);
  }
}

/** Refunds an item once more for each click. */
export class RefundsPerClick extends Shop {
  override async checkout(): Promise<void> {
    await super.checkout();
    const { transaction: id, status, refund } = this.order;
    if (id === undefined || status !== 'paid' || refund !== undefined) return;
    this.save(await this.refund(id));
    this.order.refund = 'done';
  }
}

/** Looks once after a lost refund, finds nothing yet, and gives it up: nothing looks again when the gateway has carried it out. */
export class GivesRefundUp extends WithoutWebhook {
  override async reconcile(): Promise<void> {
    const { transaction: id, refund } = this.order;
    if (refund !== undefined) return;
    if (id === undefined) return super.reconcile();
    this.order.refund = 'sent';
    this.save(await this.refund(id).catch(() => this.retrieve(id)));
  }
}

/** Refunds a payment that it charged twice, and takes the event of this refund for the refund of the order. */
export class RefundsDuplicate extends Shop {
  override async checkout(): Promise<void> {
    this.save(await this.charge().catch(() => this.charge(`${REFERENCE}-again`)));
  }
  override async webhook(body: string): Promise<void> {
    const { status, paid_amount } = await this.paymentOf(body);
    this.order.paid = status === 'paid' ? (paid_amount ?? 0) : 0;
  }
  override async reconcile(): Promise<void> {
    const paid: number[] = [];
    for await (const { id, status } of paginate(this.client, '/v1/transactions'))
      if (status === 'paid') paid.unshift(id);
    for (const id of paid.slice(1)) await this.refund(id, AMOUNT);
  }
}

/** Cancels an order once: it writes a note before the refund, and then only looks. */
export class CarefulRefund extends Shop {
  override async reconcile(): Promise<void> {
    await super.reconcile();
    const id = this.beginRefund();
    if (id === undefined) return;
    try {
      this.save(await this.refund(id, AMOUNT));
    } catch (error) {
      if (error instanceof GatewayError && !isOutcomeUnknown(error)) this.order.refund = undefined;
      throw error;
    }
  }
}

/** Cancels an order as soon as it is paid. The repair job only looks. */
export class CancelsAtOnce extends CarefulRefund {
  override async checkout(): Promise<void> {
    await super.checkout();
    await super.reconcile();
  }
  override async reconcile(): Promise<void> {
    const found = await this.find();
    if (found !== undefined) this.save(found);
  }
}

/** Checks a card with one real, gives it back, and only then charges the price. Each payment has its note. */
export class ChecksCard extends Shop {
  readonly #asked = new Set<string>();
  override async checkout(): Promise<void> {
    const check = await this.#once(`${REFERENCE}-check`, 100);
    if (check !== undefined && (await this.#giveBack(check.id))) await this.#once(REFERENCE, AMOUNT);
  }
  async #once(reference_key: string, amount: number): Promise<Transaction | undefined> {
    if (this.#asked.has(reference_key)) return this.find(reference_key);
    this.#asked.add(reference_key);
    try {
      return await this.send({ amount, reference_key });
    } catch (error) {
      if (error instanceof GatewayError && !isOutcomeUnknown(error)) this.#asked.delete(reference_key);
      throw error;
    }
  }
  async #giveBack(id: number): Promise<boolean> {
    if ((await this.retrieve(id)).status === 'paid') await this.refund(id, 100);
    return (await this.retrieve(id)).status === 'refunded';
  }
  override async reconcile(): Promise<void> {
    const check = await this.find(`${REFERENCE}-check`);
    if (check !== undefined) await this.#giveBack(check.id);
    await super.reconcile();
  }
}

/** Reports only orders that are paid. */
export class OmitsUnpaid extends CarefulRefund {
  override orders() {
    return this.order.paid > 0 ? [this.books()] : [];
  }
}

/** The same with a Pix, whose refund is pending for a while and may fail. */
export class CarefulPixRefund extends CarefulRefund {
  override charge(): Promise<Transaction> {
    return this.chargeByPix();
  }
}

/** Takes a pending refund for a final one, and closes the order. */
export class PendingIsFinal extends CarefulPixRefund {
  #isClosed = false;
  override save(transaction: Transaction): void {
    if (this.#isClosed) return;
    super.save(transaction);
    this.#isClosed = transaction.status === 'pending_refund';
  }
}

/** Books a refund when the status is that of a success, whatever the answer says. */
export class TrustsStatus extends WithoutWebhook {
  override async checkout(): Promise<void> {
    await super.checkout();
    const id = this.beginRefund();
    if (id === undefined) return;
    const params = { path: { id } };
    const { response } = await this.client.POST('/v1/transactions/{id}/refund', { params, body: { amount: REFUND } });
    if (response.ok) Object.assign(this.order, { refund: 'done', paid: AMOUNT - REFUND });
  }
  override async reconcile(): Promise<void> {
    if (this.order.refund === undefined) await super.reconcile();
  }
}
