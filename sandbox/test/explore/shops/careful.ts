/** Shops that hold in every plan that is tried. */
import { type GatewayClient, GatewayError, isOutcomeUnknown, paginate, unwrap } from '../../../../src/index.js';
import type { Transaction } from '../../../../src/types.js';
import { AMOUNT, BY_CARD, CARD, METADATA, REFERENCE, REFUSED, Shop, WithoutWebhook } from './shop.js';
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

/** Waits for the event of a Pix, and asks if none comes. */
export class CarefulPix extends Shop {
  override charge(): Promise<Transaction> {
    return this.chargeByPix();
  }
}

/** Ships once, when the gateway says that it is paid. */
export class ShipsPaid extends CarefulPix {
  override save(transaction: Transaction): void {
    super.save(transaction);
    if (this.order.paid >= AMOUNT) this.order.shipments = 1;
  }
  override orders() {
    return [{ ...this.books(), due: AMOUNT, shipped: this.order.shipments }];
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

/** Waits until the buyer has passed 3DS. */
export class Careful3ds extends Shop {
  override charge(): Promise<Transaction> {
    return this.chargeWith3ds();
  }
}

/** Splits a payment between two receivers, which exist before. */
export class CarefulSplit extends Shop {
  readonly #receivers: readonly number[];
  constructor(client: GatewayClient, receivers: readonly number[]) {
    super(client);
    this.#receivers = receivers;
  }
  override charge(): Promise<Transaction> {
    const split = this.#receivers.map((receiver_id, index) => {
      const isFirst = index === 0;
      return { receiver_id, percentage: isFirst ? 70 : 30, liable: isFirst, charge_processing_fee: isFirst };
    });
    return this.send({ reference_key: REFERENCE, split });
  }
  static async create(client: GatewayClient, Kind = CarefulSplit): Promise<CarefulSplit> {
    const receivers: number[] = [];
    for (const document of ['11222333000181', '52998224725']) {
      const type = document.length > 11 ? 'corporation' : 'individual';
      const body = { name: 'Padaria', email: 'a@example.com', document, type, transfer_enabled: true } as const;
      receivers.push((await unwrap(client.POST('/v1/receivers', { body }))).id);
    }
    return new Kind(client, receivers);
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

/** Tries a second card after the issuer has refused the first. Each attempt has its note and its reference. */
export class TwoCards extends Shop {
  readonly #tried = new Set<string>();
  override async checkout(): Promise<void> {
    for (const card_number of [REFUSED, CARD.card_number]) {
      const reference = `${REFERENCE}-${card_number.slice(-4)}`;
      const found = this.#tried.has(reference) ? await this.find(reference) : await this.#try(reference, card_number);
      if (found?.status !== 'refused') return found && this.save(found);
    }
  }
  async #try(reference_key: string, card_number: string): Promise<Transaction> {
    this.#tried.add(reference_key);
    try {
      return await this.send({ card: { ...CARD, card_number }, reference_key });
    } catch (error) {
      if (error instanceof GatewayError && !isOutcomeUnknown(error)) this.#tried.delete(reference_key);
      throw error;
    }
  }
  /** A refused attempt changes nothing about another. */
  override save(transaction: Transaction): void {
    if (transaction.status !== 'refused' || transaction.id === this.order.transaction) super.save(transaction);
  }
  override async webhook(body: string): Promise<void> {
    const found = await this.paymentOf(body);
    if (this.#tried.has(found.reference_key ?? '')) this.save(found);
  }
  override async reconcile(): Promise<void> {
    for (const reference of this.#tried) {
      const found = await this.find(reference);
      if (found !== undefined) this.save(found);
    }
  }
}

/** Stores an event, answers 204, and then works. The repair job does the work that failed. */
export class Queues extends Shop {
  readonly #events: string[] = [];
  override async webhook(body: string): Promise<void> {
    this.#events.push(body);
    void this.#work().catch(() => {});
  }
  async #work(): Promise<void> {
    for (const body of this.#events) {
      await super.webhook(body);
      this.#events.splice(this.#events.indexOf(body), 1);
    }
  }
  override async reconcile(): Promise<void> {
    await this.#work();
    await super.reconcile();
  }
}

/** Charges again when it does not know the outcome, and refunds a payment that is too many. The gateway refuses a second refund of it. */
export class RefundsSecond extends WithoutWebhook {
  override async checkout(): Promise<void> {
    if (this.order.paid > 0) return;
    await this.charge(`${REFERENCE}-1`).catch(() => this.charge(`${REFERENCE}-2`));
    await this.look();
  }
  /** Saves the sum of what it keeps. Returns the paid payments. */
  async look(): Promise<Transaction[]> {
    const paid: Transaction[] = [];
    for await (const found of paginate(this.client, '/v1/transactions'))
      if (found.reference_key?.startsWith(REFERENCE) && found.status === 'paid') paid.unshift(found);
    this.order.paid = paid.reduce((sum, { paid_amount }) => sum + (paid_amount ?? 0), 0);
    return paid;
  }
  override async reconcile(): Promise<void> {
    const [, ...others] = await this.look();
    for (const { id } of others) await this.refund(id, AMOUNT);
    await this.look();
  }
}

/** Charges a card that the gateway keeps. */
export class SavedCard extends Shop {
  readonly #card: number;
  constructor(client: GatewayClient, card: number) {
    super(client);
    this.#card = card;
  }
  override charge(): Promise<Transaction> {
    const { card: _, ...others } = BY_CARD;
    const body = { ...others, card_id: this.#card, reference_key: REFERENCE };
    return unwrap(this.client.POST('/v1/transactions', { body }));
  }
  static async create(client: GatewayClient): Promise<SavedCard> {
    const { card_id } = await unwrap(client.POST('/v1/cards', { body: CARD }));
    return new SavedCard(client, card_id);
  }
}

/** Sells two orders. Each has its note and its reference. */
export class TwoOrders extends Shop {
  readonly #orders = new Map([1, 2].map((number) => [`order-${number}`, { hasNote: false, paid: 0 }]));
  override async checkout(): Promise<void> {
    for (const [order, own] of this.#orders) {
      if (own.hasNote) continue;
      own.hasNote = true;
      try {
        this.save(await this.send({ metadata: JSON.stringify({ order }), reference_key: order }));
      } catch (error) {
        own.hasNote = !(error instanceof GatewayError) || isOutcomeUnknown(error);
      }
    }
  }
  override save({ reference_key, status, paid_amount }: Transaction): void {
    const own = this.#orders.get(reference_key ?? '');
    if (own !== undefined) own.paid = status === 'paid' ? (paid_amount ?? 0) : 0;
  }
  override async webhook(body: string): Promise<void> {
    this.save(await this.paymentOf(body));
  }
  override async reconcile(): Promise<void> {
    for await (const found of paginate(this.client, '/v1/transactions')) this.save(found);
  }
  override orders() {
    return [...this.#orders].map(([order, { paid }]) => ({ order, paid }));
  }
}
