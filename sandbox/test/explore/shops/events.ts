import type { Transaction } from '../../../../src/types.js';
import { AMOUNT, REFERENCE, Shop } from './shop.js';

/** Believes the event, so that an old one overwrites `paid`. */
export class BelievesEvents extends Shop {
  override async checkout(): Promise<void> {
    const { id } = await this.charge(REFERENCE, false);
    this.order.transaction = id;
    await this.capture(id);
  }
  override async webhook(body: string): Promise<void> {
    const { payload } = JSON.parse(body);
    this.save(payload);
  }
  override async reconcile(): Promise<void> {}
}

/** Ships for each event that says `paid`. */
export class ShipsTwice extends Shop {
  override async webhook(body: string): Promise<void> {
    await super.webhook(body);
    if (this.order.status === 'paid') this.order.shipments++;
  }
  override orders() {
    return [{ ...this.books(), shipped: this.order.shipments }];
  }
}

/** Looks whether it has booked the event, asks the gateway, and then books it: two at once both find nothing. */
export class TwoEventsAtOnce extends Shop {
  readonly #booked = new Set<number>();
  override async checkout(): Promise<void> {
    this.order.transaction = (await this.charge()).id;
  }
  override async webhook(body: string): Promise<void> {
    const { model_id } = JSON.parse(body);
    if (this.#booked.has(model_id)) return;
    const { status, reference_key } = await this.retrieve(model_id);
    if (status !== 'paid' || reference_key !== REFERENCE) return;
    this.#booked.add(model_id);
    this.order.paid += AMOUNT;
  }
  override async reconcile(): Promise<void> {}
}

/** Drops an event of a transaction that it has not saved yet. */
export class DropsUnknown extends Shop {
  override async checkout(): Promise<void> {
    const { id } = await this.charge();
    this.order.transaction = id;
  }
  override async webhook(body: string): Promise<void> {
    const { model_id, payload } = JSON.parse(body);
    if (Number(model_id) === this.order.transaction) this.save(payload);
  }
  override async reconcile(): Promise<void> {}
}

/** Answers 204 to an event that it could not confirm. */
export class LosesEventInOutage extends Shop {
  override async checkout(): Promise<void> {
    this.order.isCharging = true;
    await this.charge();
  }
  override async webhook(body: string): Promise<void> {
    await super.webhook(body).catch(() => {});
  }
  override async reconcile(): Promise<void> {}
}

/** Waits for the event of a Pix without asking the gateway. */
export class NeverAsks extends Shop {
  override async checkout(): Promise<void> {
    this.order.isCharging = true;
    this.save(await this.chargeByPix());
  }
  override async reconcile(): Promise<void> {}
}

/** Books what an event says, without asking the gateway. */
export class BelievesForged extends Shop {
  override async checkout(): Promise<void> {
    this.save(await this.chargeByPix());
  }
  override async webhook(body: string): Promise<void> {
    const { payload } = JSON.parse(body);
    if (payload.reference_key === REFERENCE && payload.status === 'paid') this.order.paid = payload.amount;
  }
}

/** Confirms the payment of an event, and takes the order from the event: anyone can pay little and name another order. */
export class BelievesTheOrder extends Shop {
  override async checkout(): Promise<void> {
    this.save(await this.chargeByPix());
  }
  override async webhook(body: string): Promise<void> {
    const { model_id, payload } = JSON.parse(body);
    const { status } = await this.retrieve(model_id);
    if (payload.reference_key === REFERENCE && status === 'paid') this.order.paid = AMOUNT;
  }
}

/** Sets the order back when the event of its creation comes again. */
export class ReopensOrder extends Shop {
  override async webhook(body: string): Promise<void> {
    if (JSON.parse(body).event === 'transaction.created' && this.order.isCharging) this.#seen++;
    await super.webhook(body);
    if (this.#seen > 1) this.order.paid = 0;
  }
  override async reconcile(): Promise<void> {}
  #seen = 0;
}

/** Waits for each status in turn, so one missing event stops the order. */
export class NeedsEachStatus extends Shop {
  #wasWaiting = false;
  override async checkout(): Promise<void> {
    this.order.transaction = (await this.chargeByPix()).id;
  }
  override async webhook(body: string): Promise<void> {
    const { status } = await this.retrieve(JSON.parse(body).model_id);
    if (status === 'waiting_payment') this.#wasWaiting = true;
    if (status === 'paid' && this.#wasWaiting) this.order.paid = AMOUNT;
  }
  override async reconcile(): Promise<void> {}
}

/** Throws at a status that it does not know, so the event never gets through. */
export class ThrowsAtUnknownStatus extends Shop {
  override save(transaction: Transaction): void {
    if (!['authorized', 'paid', 'refused'].includes(transaction.status))
      throw new Error(`status ${transaction.status}`);
    super.save(transaction);
  }
}
