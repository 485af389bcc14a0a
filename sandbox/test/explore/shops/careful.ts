/** Shops that hold in every plan that is tried. */
import { GatewayError, isOutcomeUnknown, unwrap } from '../../../../src/index.js';
import type { Transaction } from '../../../../src/types.js';
import { AMOUNT, METADATA, REFERENCE, Shop } from './shop.js';
/** Written as the guides "Recovery" and "Webhooks" say: authorizes and captures, each once. */
export class Careful extends Shop {
  override async checkout(): Promise<void> {
    const id = await this.#authorizeOnce();
    if (id === undefined) return;
    await this.#captureOnce(id);
  }

  async #authorizeOnce(): Promise<number | undefined> {
    if (this.order.transaction !== undefined) return this.order.transaction;
    const hasNote = this.order.isCharging;
    this.order.isCharging = true;
    if (!hasNote) {
      try {
        this.save(await this.charge(REFERENCE, false));
        return this.order.transaction;
      } catch (error) {
        // The gateway refused the request, or it never arrived.
        if (error instanceof GatewayError && !isOutcomeUnknown(error)) {
          this.order.isCharging = false;
          throw error;
        }
      }
    }
    const found = await this.find();
    if (found !== undefined) this.save(found);
    return found?.id;
  }

  async #captureOnce(id: number): Promise<void> {
    const now = await this.retrieve(id);
    this.save(now);
    if (now.status === 'authorized') this.save(await this.capture(id));
  }

  /** Finishes what a crash or a lost response left, and asks for what no event said. */
  override async reconcile(): Promise<void> {
    await super.reconcile();
    if (this.order.transaction !== undefined) await this.#captureOnce(this.order.transaction);
  }
}

/** Waits for the event of a PIX, and asks if none comes. */
export class CarefulPix extends Shop {
  override charge(): Promise<Transaction> {
    return this.chargeByPix();
  }
}

/** The same with a boleto. */
export class CarefulBoleto extends CarefulPix {
  override charge(): Promise<Transaction> {
    const customer = { name: 'Ana Souza', email: 'ana@example.com' };
    const body = { amount: AMOUNT, payment_method: 'boleto', async: true, customer, metadata: METADATA } as const;
    return unwrap(this.client.POST('/v1/transactions', { body: { ...body, reference_key: REFERENCE } }));
  }
}

/** Lets one click through at a time: the second waits for the first. */
export class Locked extends Shop {
  #last: Promise<void> = Promise.resolve();
  override async checkout(): Promise<void> {
    const before = this.#last;
    this.#last = before.catch(() => {}).then(() => super.checkout());
    return this.#last;
  }
  /** A new process has no lock. */
  restarted(): this {
    this.#last = Promise.resolve();
    return this;
  }
}

/** Looks a few times whether the buyer has paid. */
export class Polls extends CarefulPix {
  override async checkout(): Promise<void> {
    await super.checkout();
    for (let look = 0; look < 3 && this.order.transaction !== undefined; look++) {
      this.save(await this.retrieve(this.order.transaction));
    }
  }
}
