/** Shops whose second attempt, repair job or lock does the damage. */
import { GatewayApiError, GatewayError, isOutcomeUnknown, unwrap } from '../../../../src/index.js';
import type { Transaction } from '../../../../src/types.js';
import { CarefulSplit } from './careful.js';
import { AMOUNT, LooksAtKnown, REFERENCE, REFUND, Ships, Shop, Waits, WithoutWebhook } from './shop.js';

const PART = 10_000;
const DISCOUNT = 1000;

/** Charges again only after a clear refusal. Looks for the payment otherwise. */
abstract class TriesTwice extends Shop {
  abstract attempt(count: number): Promise<Transaction>;
  override async checkout(): Promise<void> {
    if (this.order.isCharging) return;
    this.order.isCharging = true;
    try {
      this.save(await this.attempt(1));
    } catch (error) {
      if (error instanceof GatewayError && !isOutcomeUnknown(error)) this.save(await this.attempt(2));
    }
  }
}

/** Redeems the coupon at the first attempt, so the second charges the full price. */
export class CouponOnce extends TriesTwice {
  attempt(count: number): Promise<Transaction> {
    const amount = count === 1 ? AMOUNT - DISCOUNT : AMOUNT;
    return this.send({ amount, reference_key: REFERENCE });
  }
}

/** Turns reais to centavos once per attempt, so the second charges a hundred times the price. */
export class CentsPerAttempt extends TriesTwice {
  #price = AMOUNT / 100;
  attempt(): Promise<Transaction> {
    this.#price = Math.round(this.#price * 100);
    return this.send({ amount: this.#price, reference_key: REFERENCE });
  }
}

/** Takes the last item out of stock at each attempt. After a crash it is sold out, and the order is canceled for ever. */
export class TakesStockTwice extends Shop {
  #stock = 1;
  #isCanceled = false;
  override async checkout(): Promise<void> {
    if (this.order.status !== 'new') return;
    this.#isCanceled = this.#stock-- < 1;
    if (!this.#isCanceled) this.save(await this.charge());
  }
  override save(transaction: Transaction): void {
    if (!this.#isCanceled) super.save(transaction);
  }
}

/** Repeats a partial capture without its amount, so the gateway captures all. */
export class CapturesRest extends Shop {
  override async checkout(): Promise<void> {
    const { id } = await this.charge(REFERENCE, false);
    const capture = (body: { amount?: number }) =>
      unwrap(this.client.POST('/v1/transactions/{id}/capture', { params: { path: { id } }, body }));
    this.save(await capture({ amount: PART }).catch(() => capture({})));
  }
}

/** Repeats a partial refund without its amount, so the gateway refunds all. */
export class RefundsRest extends Shop {
  override async checkout(): Promise<void> {
    await super.checkout();
    const id = this.beginRefund();
    if (id === undefined) return;
    const send = (body: { amount?: number }) =>
      unwrap(this.client.POST('/v1/transactions/{id}/refund', { params: { path: { id } }, body }));
    this.save(await send({ amount: REFUND }).catch(() => send({})));
  }
}

/** Locks the order for an event, and a failed confirmation leaves the lock. */
export class LeavesLock extends Waits {
  #isLocked = false;
  override async webhook(body: string): Promise<void> {
    if (this.#isLocked) return;
    this.#isLocked = true;
    await super.webhook(body);
    this.#isLocked = false;
  }
  override async reconcile(): Promise<void> {
    if (!this.#isLocked) await super.reconcile();
  }
}

/** Looks at all orders in its repair job, and takes a failed look-up for "nothing there". */
export class JobTakesNoAnswer extends WithoutWebhook {
  override async reconcile(): Promise<void> {
    const found = await this.find().catch(() => undefined);
    if (found !== undefined) return this.save(found);
    if (this.order.isCharging && this.order.transaction === undefined)
      this.save(await this.charge(`${REFERENCE}-again`));
  }
}

/** Charges in its repair job what the checkout left with an error, without a look. */
export class RepairCharges extends WithoutWebhook {
  override async checkout(): Promise<void> {
    if (this.order.isCharging) return;
    this.order.isCharging = true;
    this.save(await this.charge());
  }
  override async reconcile(): Promise<void> {
    const { transaction: id } = this.order;
    this.save(id === undefined ? await this.charge(`${REFERENCE}-again`) : await this.retrieve(id));
  }
}

/** Captures for each copy of an event. The gateway refuses the second capture, and this cancels the order. */
export class CapturesPerEvent extends Shop {
  #isCanceled = false;
  override async checkout(): Promise<void> {
    this.order.isCharging = true;
    await this.charge(REFERENCE, false);
  }
  override async webhook(body: string): Promise<void> {
    const found = await this.paymentOf(body);
    if (found.reference_key !== REFERENCE || found.status !== 'authorized') return;
    try {
      this.save(await this.capture(found.id));
    } catch (error) {
      if (!(error instanceof GatewayApiError) || error.status !== 422) throw error;
      this.#isCanceled = true;
    }
  }
  override async reconcile(): Promise<void> {
    await super.reconcile();
    const { transaction: id, status } = this.order;
    if (id !== undefined && status === 'authorized') this.save(await this.capture(id));
    if (this.#isCanceled) this.order.paid = 0;
  }
}

/** Gives up a card that does not answer, and offers a Pix. It only knows the newest payment. */
export class FallsBackToPix extends LooksAtKnown {
  override async webhook(): Promise<void> {}
  override async checkout(): Promise<void> {
    if (this.order.isCharging) return;
    this.order.isCharging = true;
    const { id } = await this.charge().catch(() => this.chargeByPix(`${REFERENCE}-pix`));
    this.order.transaction = id;
  }
}

/** Notes an event before it works, so the delivery after a failure looks like a copy. */
export class NotesEventFirst extends Waits {
  readonly #seen = new Set<string>();
  override async webhook(body: string): Promise<void> {
    if (this.#seen.has(body)) return;
    this.#seen.add(body);
    await super.webhook(body);
  }
  override async reconcile(): Promise<void> {}
}

/** Ships when the answer says paid, and when the event does, if the order was not paid before. */
export class ShipsInBoth extends Ships {
  override async checkout(): Promise<void> {
    const charged = await this.charge();
    if (charged.status === 'paid') this.order.shipments++;
    this.save(charged);
  }
  override async webhook(body: string): Promise<void> {
    const found = await this.paymentOf(body);
    if (found.reference_key !== REFERENCE || this.order.paid > 0) return;
    if (found.status === 'paid') this.order.shipments++;
    this.save(found);
  }
}

/** Looks for a paid payment after a lost response, does not see that one is authorized, and starts over. */
export class LooksOnlyForPaid extends LooksAtKnown {
  override async checkout(): Promise<void> {
    if (this.order.isCharging) return;
    this.order.isCharging = true;
    const authorized = await this.charge(REFERENCE, false).catch(async () => {
      const found = await this.find();
      return found?.status === 'paid' ? found : this.charge(`${REFERENCE}-again`, false);
    });
    this.order.transaction = authorized.id;
  }
  /** What the warehouse does. */
  override async webhook(body: string): Promise<void> {
    const { id, status, reference_key } = await this.paymentOf(body);
    if (reference_key?.startsWith(REFERENCE) && status === 'authorized') this.save(await this.capture(id));
  }
}

/** Forgets the split at the second attempt, so the seller of the marketplace gets nothing. */
export class ForgetsSplit extends CarefulSplit {
  override async checkout(): Promise<void> {
    if (this.order.isCharging) return;
    this.order.isCharging = true;
    try {
      this.save(await this.charge());
    } catch (error) {
      if (!(error instanceof GatewayError) || isOutcomeUnknown(error)) throw error;
      this.save(await this.send({ reference_key: REFERENCE }));
    }
  }
}
