/** Shops that do not notice what others do with the money. */
import { GatewayApiError } from '../../../../src/index.js';
import type { Transaction } from '../../../../src/types.js';
import { AMOUNT, OnlyAnswers, REFERENCE, REFUND, SellsByPix, Ships, Shop, WithoutJob, WithoutWebhook } from './shop.js';

/** A shop that books once, and then never changes the order for a status. */
abstract class Ignores extends Shop {
  abstract readonly ignored: readonly string[];
  override save(transaction: Transaction): void {
    if (this.order.paid === 0 || !this.ignored.includes(transaction.status)) super.save(transaction);
  }
}

/** Leaves an order paid whose payment the cardholder disputes. */
export class IgnoresChargeback extends Ignores {
  readonly ignored = ['chargedback'];
}

/** Takes a payment that is still paid for one that nobody disputes. */
export class IgnoresPartialChargeback extends Shop {
  override async reconcile(): Promise<void> {
    if (this.order.status !== 'paid') return super.reconcile();
    const found = await this.find();
    if (found !== undefined && found.status !== 'paid') this.save(found);
  }
}

/** Leaves an order paid that the back office has refunded. */
export class IgnoresRefund extends Ignores {
  readonly ignored = ['refunded'];
}

/** Leaves an order paid whose review ends badly. */
export class IgnoresDeclinedReview extends Ignores {
  readonly ignored = ['pending_review', 'refused'];
}

/** Closes a disputed order for ever, and keeps the money of a dispute that it wins. */
export class IgnoresWonChargeback extends Shop {
  #isLost = false;
  override save(transaction: Transaction): void {
    this.#isLost ||= transaction.status === 'chargedback';
    super.save(transaction);
    if (this.#isLost) this.order.paid = 0;
  }
}

/** Takes each refund for a whole one. */
export class PartIsWhole extends Shop {
  override save(transaction: Transaction): void {
    super.save(transaction);
    if ((transaction.paid_amount ?? 0) < AMOUNT) this.order.paid = 0;
  }
}

/** Books the amount that it asked for instead of the amount that the buyer paid. */
export class BooksAmount extends SellsByPix {
  override save(transaction: Transaction): void {
    super.save(transaction);
    if (transaction.status === 'paid') this.order.paid = transaction.amount ?? 0;
  }
}

/** Books at most the price, and keeps what the buyer paid too much. */
export class BooksAtMost extends SellsByPix {
  override save(transaction: Transaction): void {
    super.save(transaction);
    this.order.paid = Math.min(this.order.paid, AMOUNT);
  }
}

/** Ships as soon as the payment is `paid`, without looking at the amount. */
export class ShipsUnderpaid extends SellsByPix {
  override orders() {
    return [{ ...this.books(), due: AMOUNT, shipped: this.order.status === 'paid' }];
  }
}

/** Cancels an order whose code has expired, for ever, and then the bank reports the payment. */
export class CanceledForEver extends SellsByPix {
  #isCanceled = false;
  override save(transaction: Transaction): void {
    this.#isCanceled ||= transaction.status === 'canceled';
    if (!this.#isCanceled) super.save(transaction);
  }
}

/** Creates a new code when the first has expired, and forgets the first. */
export class ForgetsFirstCode extends Shop {
  override async checkout(): Promise<void> {
    if (this.order.isCharging) return;
    this.order.isCharging = true;
    this.save(await this.chargeByPix());
  }
  override async webhook(body: string): Promise<void> {
    const found = await this.paymentOf(body);
    if (found.id === this.order.transaction) this.save(found);
  }
  override async reconcile(): Promise<void> {
    if (this.order.transaction === undefined) return super.reconcile();
    this.save(await this.retrieve(this.order.transaction));
    if (this.order.status === 'canceled') this.save(await this.chargeByPix(`${REFERENCE}-again`));
  }
}

/** Creates a second code. When the first expires, it cancels the order that the second has paid. */
export class FirstCodeCancels extends WithoutJob {
  override async checkout(): Promise<void> {
    this.save(await this.chargeByPix());
    this.save(await this.chargeByPix(`${REFERENCE}-again`));
  }
  override async webhook(body: string): Promise<void> {
    const { status, paid_amount } = await this.paymentOf(body);
    if (status === 'paid') this.order.paid = paid_amount ?? 0;
    if (status === 'canceled') this.order.paid = 0;
  }
}

/** Ships when the buyer comes back from the bank, without asking the gateway. */
export class TrustsReturnPage extends OnlyAnswers {
  override async checkout(): Promise<void> {
    this.save(await this.chargeByPix());
    this.order.paid = AMOUNT;
  }
}

/** Takes a 429 response to a poll for "not paid", and closes the order. */
export class RateLimitIsNotPaid extends Shop {
  #isClosed = false;
  override async reconcile(): Promise<void> {
    try {
      await super.reconcile();
    } catch (error) {
      if (!(error instanceof GatewayApiError) || error.status !== 429) throw error;
      this.#isClosed = true;
    }
    if (this.#isClosed) this.order.paid = 0;
  }
}

/** Takes a 422 to a capture for "captured already", and ships. The authorization has lapsed. */
export class ShipsLapsed extends WithoutWebhook {
  override async checkout(): Promise<void> {
    this.order.transaction = (await this.charge(REFERENCE, false)).id;
  }
  /** What the warehouse does. */
  async ship(): Promise<void> {
    const { transaction: id } = this.order;
    if (id === undefined) return;
    await this.capture(id).catch((error: unknown) => {
      if (!(error instanceof GatewayApiError) || error.status !== 422) throw error;
    });
    this.order.paid = AMOUNT;
  }
  override async reconcile(): Promise<void> {
    const found = await this.find();
    if (found !== undefined && found.status !== 'authorized') this.save(found);
  }
}

/** Ships for each answer, and does not look at its status. */
export class ShipsRefused extends Ships {
  override async checkout(): Promise<void> {
    if (this.order.isCharging) return super.checkout();
    await super.checkout();
    this.order.shipments++;
  }
}

/** Takes each payment that is not refused for a paid one, also one whose buyer left the page of 3DS. */
export class ShipsBefore3ds extends Shop {
  override charge(): Promise<Transaction> {
    return this.chargeWith3ds();
  }
  override save(transaction: Transaction): void {
    super.save(transaction);
    this.order.paid = transaction.status === 'refused' ? 0 : AMOUNT;
  }
}

/** Captures in its repair job without checking whether a capture with a lost response has happened. */
export class CapturesLater extends WithoutWebhook {
  override async checkout(): Promise<void> {
    this.order.transaction = (await this.charge(REFERENCE, false)).id;
  }
  override async reconcile(): Promise<void> {
    const { transaction: id, status } = this.order;
    if (id !== undefined && status !== 'paid') this.save(await this.capture(id));
  }
}

/** Reports NaN as the sum when a payment is unknown. */
export class BooksNothing extends Shop {
  override async checkout(): Promise<void> {
    this.order.transaction = (await this.charge()).id;
  }
  override orders() {
    return [{ order: 'order-1', paid: this.order.transaction === undefined ? Number.NaN : this.order.paid }];
  }
}

/** Ships as soon as the amount is authorized. A capture that fails later leaves it without money. */
export class ShipsAuthorized extends Ships {
  override async checkout(): Promise<void> {
    this.save(await this.charge(REFERENCE, false));
  }
  override save(transaction: Transaction): void {
    super.save(transaction);
    if (transaction.status === 'authorized') this.order.shipments = 1;
  }
  /** What the accountant does at the end of the day. */
  async settle(): Promise<void> {
    if (this.order.transaction !== undefined) this.save(await this.capture(this.order.transaction));
  }
}

/** Captures less, because an item is out of stock, and books the whole amount. */
export class BooksPartInFull extends OnlyAnswers {
  override async checkout(): Promise<void> {
    const { id } = await this.charge(REFERENCE, false);
    const { status } = await this.capture(id, AMOUNT - REFUND);
    if (status === 'paid') this.order.paid = AMOUNT;
  }
}
