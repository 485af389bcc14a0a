import type { Transaction } from '../../../../src/types.js';
import {
  AMOUNT,
  CARD,
  LooksAtKnown,
  NotesId,
  REFERENCE,
  REFUSED,
  SellsByPix,
  SellsTwo,
  Ships,
  Shop,
  Waits,
  WithoutJob,
} from './shop.js';

const FIRST_CARD = `${REFERENCE}-first-card`;

/** Believes the event, so that an old one overwrites `paid`. */
export class BelievesEvents extends WithoutJob {
  override async checkout(): Promise<void> {
    const { id } = await this.charge(REFERENCE, false);
    this.order.transaction = id;
    await this.capture(id);
  }
  override async webhook(body: string): Promise<void> {
    this.save(JSON.parse(body).payload);
  }
}

/** Ships for each event that says `paid`. */
export class ShipsTwice extends Ships {
  override async webhook(body: string): Promise<void> {
    await super.webhook(body);
    if (this.order.status === 'paid') this.order.shipments++;
  }
}

/** Looks whether it has booked the event, asks the gateway, and then books it: two at once both find nothing. */
export class TwoEventsAtOnce extends NotesId {
  readonly #booked = new Set<number>();
  override async webhook(body: string): Promise<void> {
    const { model_id } = JSON.parse(body);
    if (this.#booked.has(model_id)) return;
    const { status, reference_key } = await this.retrieve(model_id);
    if (status !== 'paid' || reference_key !== REFERENCE) return;
    this.#booked.add(model_id);
    this.order.paid += AMOUNT;
  }
}

/** Drops an event of a transaction that it has not saved yet. */
export class DropsUnknown extends NotesId {
  override async webhook(body: string): Promise<void> {
    const { model_id, payload } = JSON.parse(body);
    if (Number(model_id) === this.order.transaction) this.save(payload);
  }
}

/** Answers 204 to an event that it could not confirm. */
export class LosesEventInOutage extends Waits {
  override async webhook(body: string): Promise<void> {
    await super.webhook(body).catch(() => {});
  }
  override async reconcile(): Promise<void> {}
}

/** Waits for the event of a Pix without asking the gateway. */
export class NeverAsks extends WithoutJob {
  override async checkout(): Promise<void> {
    this.order.isCharging = true;
    this.save(await this.chargeByPix());
  }
}

/** Books what an event says, without asking the gateway. */
export class BelievesForged extends SellsByPix {
  override async webhook(body: string): Promise<void> {
    const { payload } = JSON.parse(body);
    if (payload.reference_key === REFERENCE && payload.status === 'paid') this.order.paid = payload.amount;
  }
}

/** Confirms the payment of an event, and takes the order from the event: anyone can pay little and name another order. */
export class BelievesTheOrder extends SellsByPix {
  override async webhook(body: string): Promise<void> {
    const { model_id, payload } = JSON.parse(body);
    const { status } = await this.retrieve(model_id);
    if (payload.reference_key === REFERENCE && status === 'paid') this.order.paid = AMOUNT;
  }
}

/** Sets the order back when the event of its creation comes again. */
export class ReopensOrder extends WithoutJob {
  override async webhook(body: string): Promise<void> {
    if (JSON.parse(body).event === 'transaction.created' && this.order.isCharging) this.#seen++;
    await super.webhook(body);
    if (this.#seen > 1) this.order.paid = 0;
  }
  #seen = 0;
}

/** Waits for each status in turn, so one missing event stops the order. */
export class NeedsEachStatus extends WithoutJob {
  #wasWaiting = false;
  override async checkout(): Promise<void> {
    this.order.transaction = (await this.chargeByPix()).id;
  }
  override async webhook(body: string): Promise<void> {
    const { status } = await this.paymentOf(body);
    if (status === 'waiting_payment') this.#wasWaiting = true;
    if (status === 'paid' && this.#wasWaiting) this.order.paid = AMOUNT;
  }
}

/** Throws at a status that it does not know, so the event never gets through. */
export class ThrowsAtUnknownStatus extends Shop {
  override save(transaction: Transaction): void {
    if (!['authorized', 'paid', 'refused'].includes(transaction.status))
      throw new Error(`status ${transaction.status}`);
    super.save(transaction);
  }
}

/** Takes each payment with the amount of the order for that of the order. */
export class KeysByAmount extends SellsByPix {
  override async webhook(body: string): Promise<void> {
    const found = await this.paymentOf(body);
    if (found.amount === AMOUNT) this.save(found);
  }
}

/** Keeps the events that it has seen in its memory, so a new process ships again. */
export class ForgetsEvents extends Ships {
  #seen = new Set<string>();
  override async webhook(body: string): Promise<void> {
    const { status, reference_key } = await this.paymentOf(body);
    if (status !== 'paid' || reference_key !== REFERENCE || this.#seen.has(status)) return;
    this.#seen.add(status);
    this.order.shipments++;
  }
  /** A new process has no memory. */
  restarted(): this {
    this.#seen = new Set();
    return this;
  }
}

/** Tries a second card after a refusal. The event of the refusal closes the order, even if it comes last. */
export class RefusalCloses extends WithoutJob {
  override async checkout(): Promise<void> {
    await this.send({ card: { ...CARD, card_number: REFUSED }, reference_key: FIRST_CARD });
    this.save(await this.charge());
  }
  override async webhook(body: string): Promise<void> {
    const found = await this.paymentOf(body);
    if (found.reference_key === REFERENCE || found.reference_key === FIRST_CARD) this.save(found);
  }
}

/** Hears of a payment by its answer or its event, and never asks. */
export class NeverLooks extends LooksAtKnown {
  override async checkout(): Promise<void> {
    if (this.order.isCharging) return;
    this.order.isCharging = true;
    this.save(await this.charge());
  }
}

/** Sells two orders, and books an event on the one that it has worked on last. */
export class BooksOnLast extends SellsTwo {
  #last = '';
  override async checkout(): Promise<void> {
    for (const order of Object.keys(this.paid)) {
      this.#last = order;
      const reference_key = `${order}-0000000000000001`;
      const { id } = await this.send({ capture: false, reference_key, metadata: JSON.stringify({ order }) });
      await this.capture(id);
      this.paid[order] = AMOUNT;
    }
  }
  override async webhook(body: string): Promise<void> {
    const { status, paid_amount } = await this.paymentOf(body);
    this.paid[this.#last] = status === 'paid' ? (paid_amount ?? 0) : 0;
  }
  override async reconcile(): Promise<void> {}
}

/** Adds the money, and then asks for the receipt. If that fails, it answers 500, so the event comes again. */
export class WorksThenFails extends NotesId {
  override async webhook(body: string): Promise<void> {
    const { event, model_id, payload } = JSON.parse(body);
    if (event !== 'transaction.created' || payload.reference_key !== REFERENCE) return;
    this.order.paid += payload.paid_amount;
    await this.retrieve(model_id);
  }
}

/** Answers 204 before it works, so the gateway does not repeat an event whose work fails. */
export class AnswersFirst extends Waits {
  override async webhook(body: string): Promise<void> {
    void super.webhook(body).catch(() => {});
  }
  override async reconcile(): Promise<void> {}
}

/** Adds the money once for `authorized` and once for `paid`. */
export class AddsPerStatus extends WithoutJob {
  readonly #seen = new Set<string>();
  override async checkout(): Promise<void> {
    await this.capture((await this.charge(REFERENCE, false)).id);
  }
  override async webhook(body: string): Promise<void> {
    const { status, reference_key } = await this.paymentOf(body);
    if (reference_key !== REFERENCE || this.#seen.has(status)) return;
    this.#seen.add(status);
    this.order.paid += AMOUNT;
  }
}

/** Takes each status of a payment once, and a partial refund, which leaves it `paid`, for a copy. */
export class DropsSecondPaid extends Shop {
  #seen: string | undefined;
  override save(transaction: Transaction): void {
    if (this.#seen === transaction.status) return;
    this.#seen = transaction.status;
    super.save(transaction);
  }
}

/** The checkout ships, and so does the repair job that finds a paid order without a shipment. The checkout does not look again. */
export class ShipsBesideJob extends Ships {
  override async checkout(): Promise<void> {
    const isRepeated = this.order.isCharging;
    await super.checkout();
    if (!isRepeated && this.order.status === 'paid') this.order.shipments++;
  }
  override async reconcile(): Promise<void> {
    await super.reconcile();
    if (this.order.status === 'paid' && this.order.shipments === 0) this.order.shipments++;
  }
}
