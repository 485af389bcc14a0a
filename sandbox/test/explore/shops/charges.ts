/** Shops that charge twice, or charge a wrong amount. */
import { GatewayOutcomeUnknownError, paginate } from '../../../../src/index.js';
import type { Transaction } from '../../../../src/types.js';
import { AMOUNT, LooksAtKnown, OnlyAnswers, REFERENCE, SellsTwo, Shop, WithoutJob, WithoutWebhook } from './shop.js';

/** Charges again after a lost response. */
export class ChargesAgain extends LooksAtKnown {
  override async webhook(): Promise<void> {}
  override async checkout(): Promise<void> {
    this.save(await this.send({}).catch(() => this.send({})));
  }
}

/** A new reference per attempt: the gateway cannot see that the two are the same payment. */
export class NewReference extends OnlyAnswers {
  #attempt = 0;
  override async checkout(): Promise<void> {
    const attempt = () => this.charge(`${REFERENCE}-attempt-${++this.#attempt}`);
    this.save(await attempt().catch(attempt));
  }
}

/** Looks before it charges again, and takes a failed look-up for "nothing there". */
export class FailedLookUp extends Shop {
  override async checkout(): Promise<void> {
    try {
      this.save(await this.charge());
    } catch {
      try {
        await this.reconcile();
      } catch {
        this.save(await this.charge(`${REFERENCE}-again`));
      }
    }
  }
}

/** Looks first after each error. If an error was an answer, it takes a failed look-up for "nothing there". */
export class LooksAfterAnswers extends Shop {
  override async checkout(): Promise<void> {
    try {
      this.save(await this.charge());
    } catch (error) {
      const wasAnswered = error instanceof GatewayOutcomeUnknownError && error.status !== undefined;
      const found = await this.find().catch((failure: unknown) => {
        if (!wasAnswered) throw failure;
      });
      if (found !== undefined) this.save(found);
      else if (wasAnswered) this.save(await this.charge(`${REFERENCE}-again`));
    }
  }
}

/** Looks three times. If each look-up fails, it takes the order for one without a charge, and its repair job charges. */
export class GivesUpLooking extends WithoutWebhook {
  override async checkout(): Promise<void> {
    try {
      await super.checkout();
    } catch {
      for (let attempt = 0; attempt < 3; attempt++) {
        const found = await this.find().catch(() => 'failed' as const);
        if (found !== 'failed') return found && this.save(found);
      }
      this.order.status = 'without a charge';
    }
  }
  override async reconcile(): Promise<void> {
    if (this.order.status === 'without a charge') this.save(await this.charge(`${REFERENCE}-again`));
    else await super.reconcile();
  }
}

/** Sends the same reference again, and relies on the gateway to see that it is the same payment. */
export class RepeatsWithKey extends Shop {
  override async checkout(): Promise<void> {
    this.save(await this.charge().catch(() => this.charge()));
  }
}

/** Sends its job again after a crash, or at a second click, with the same reference. The gateway should refuse it. */
export class RepeatsJob extends Shop {
  override async checkout(): Promise<void> {
    if (this.order.transaction !== undefined) return;
    try {
      this.save(await this.charge());
    } catch {
      await this.reconcile();
    }
  }
  override async reconcile(): Promise<void> {
    if (this.order.transaction === undefined) await super.reconcile();
    else this.save(await this.retrieve(this.order.transaction));
  }
}

/** Looks only for a finished payment, so a second click charges, too. */
export class NoNote extends WithoutJob {
  #clicks = 0;
  override async checkout(): Promise<void> {
    if (this.order.transaction !== undefined) return;
    this.save(await this.charge(`${REFERENCE}-click-${++this.#clicks}`));
  }
}

/** Writes the note of an attempt after the charge, so a crash in between loses it. */
export class NoteAfter extends Shop {
  #attempts = 0;
  #isOpen = false;
  override async checkout(): Promise<void> {
    if (this.order.isCharging || this.#isOpen) return;
    this.#isOpen = true;
    this.save(await this.charge(`${REFERENCE}-attempt-${++this.#attempts}`));
    this.order.isCharging = true;
  }
  /** A new process has no memory. */
  restarted(): this {
    this.#isOpen = false;
    return this;
  }
}

/** Takes a 409 for a refusal, and tries with another reference. */
export class ConflictIsRefusal extends Shop {
  override async checkout(): Promise<void> {
    try {
      await super.checkout();
    } catch (error) {
      if (!String(error).includes('HTTP 409')) return;
      this.save(await this.charge(`${REFERENCE}-again`));
    }
  }
}

/** Looks once after a time-out, finds nothing yet, and charges with another reference. */
export class LooksTooEarly extends Shop {
  override async checkout(): Promise<void> {
    try {
      await super.checkout();
    } catch {
      const found = await this.find();
      this.save(found ?? (await this.charge(`${REFERENCE}-again`)));
    }
  }
}

/** Starts over after a crash between payment and capture: it authorizes and captures again. */
export class CapturesTwice extends Shop {
  override async checkout(): Promise<void> {
    const { id } = await this.charge(`${REFERENCE}-${this.order.status === 'new' ? 1 : 2}`, false);
    this.order.status = 'authorized';
    await this.capture(id);
    this.order.status = 'paid';
  }
  override async webhook(body: string): Promise<void> {
    const { payload } = JSON.parse(body);
    if (payload.status === 'paid') this.order.paid = AMOUNT;
  }
  override async reconcile(): Promise<void> {
    for await (const found of paginate(this.client, '/v1/transactions')) if (found.status === 'paid') this.save(found);
  }
}

/** Believes that a capture takes the whole amount, because it only notes the answer of the authorization. */
export class BooksWhatItReserved extends OnlyAnswers {
  override async checkout(): Promise<void> {
    const { id } = await this.charge(REFERENCE, false);
    Object.assign(this.order, { transaction: id, paid: AMOUNT });
    await this.capture(id);
  }
}

/** Holds a lock while it charges. A click that comes when it is open again charges, too. */
export class UnlocksAfterwards extends WithoutWebhook {
  #isLocked = false;
  #attempts = 0;
  override async checkout(): Promise<void> {
    if (this.#isLocked) return;
    this.#isLocked = true;
    this.save(await this.charge(`${REFERENCE}-${++this.#attempts}`));
    this.#isLocked = false;
  }
  override async reconcile(): Promise<void> {
    for await (const found of paginate(this.client, '/v1/transactions')) this.save(found);
  }
}

/** Sells two orders of the same price. After a lost response, it looks for a payment with the amount of the order. */
export class LooksByAmount extends SellsTwo {
  override async checkout(): Promise<void> {
    for (const order of Object.keys(this.paid)) {
      try {
        this.paid[order] = (await this.send({ metadata: JSON.stringify({ order }) })).paid_amount ?? 0;
      } catch {
        for await (const { status } of paginate(this.client, '/v1/transactions'))
          if (status === 'paid') this.paid[order] = AMOUNT;
      }
    }
  }
  override async webhook(): Promise<void> {}
  override async reconcile(): Promise<void> {}
}

/** Charges half of a price to each of two cards. If the second does not answer, it gives the first half back. */
export class HalfGoesBack extends OnlyAnswers {
  override async checkout(): Promise<void> {
    const { id } = await this.send({ amount: AMOUNT / 2 });
    try {
      await this.send({ amount: AMOUNT / 2 });
      this.order.paid = AMOUNT;
    } catch {
      await this.refund(id, AMOUNT / 2);
    }
  }
  override orders() {
    return [{ ...this.books(), due: AMOUNT }];
  }
}

/** Makes an order for each click on "Buy", and charges it. */
export class OrderPerSubmit extends Shop {
  readonly #paid = new Map<string, number>();
  override async checkout(): Promise<void> {
    await this.#submit().catch(() => this.#submit());
  }
  async #submit(): Promise<void> {
    const order = `order-${this.#paid.size + 1}`;
    this.#paid.set(order, 0);
    this.save(await this.send({ metadata: JSON.stringify({ order }), reference_key: order }));
  }
  override save({ reference_key, status, paid_amount }: Transaction): void {
    if (reference_key && this.#paid.has(reference_key))
      this.#paid.set(reference_key, status === 'paid' ? (paid_amount ?? 0) : 0);
  }
  override async webhook(body: string): Promise<void> {
    this.save(await this.paymentOf(body));
  }
  override async reconcile(): Promise<void> {
    for await (const found of paginate(this.client, '/v1/transactions')) this.save(found);
  }
  override orders() {
    return [...this.#paid].map(([order, paid]) => ({ order, paid }));
  }
}

/** A price of the shop in reais, which it turns to centavos. */
abstract class PricedShop extends Shop {
  abstract readonly centavos: number;
  abstract readonly due: number;
  override async checkout(): Promise<void> {
    this.save(await this.send({ amount: this.centavos, reference_key: REFERENCE }));
  }
  override orders() {
    return [{ ...this.books(), due: this.due }];
  }
}

/** Cuts 19.99 * 100 to 1998. */
export class CutsCents extends PricedShop {
  readonly centavos = Math.trunc(19.99 * 100);
  readonly due = 1999;
}

/** Reads 9,90 as 9. */
export class ReadsCommaAsEnd extends PricedShop {
  readonly centavos = Number.parseFloat('9,90') * 100;
  readonly due = 990;
}

/** Splits R$ 100.00 into three equal installments of R$ 33.33, and charges their sum. */
export class RoundsInstallments extends PricedShop {
  readonly centavos = Math.round(10_000 / 3) * 3;
  readonly due = 10_000;
}
