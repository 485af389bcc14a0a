/** Shops with one known bug each, and one without. A shop object is the database of one shop. */
import { type GatewayClient, GatewayError, isOutcomeUnknown, paginate, unwrap } from '../../../src/index.js';
import type { Transaction } from '../../../src/types.js';
import { confirmWebhookEvent, parseWebhookEvent } from '../../../src/webhooks/index.js';
import type { SandboxControls } from '../../src/index.js';
import type { ExploreShop } from '../../src/testing/index.js';

export const AMOUNT = 15_990;
const REFUND = 990;
const REFERENCE = 'order-1-0000000000000001';
const METADATA = JSON.stringify({ order: 'order-1' });
export const CARD = {
  card_number: '4111111111111111',
  card_holder_name: 'ANA SOUZA',
  card_expiration_date: '1239',
  card_cvv: '123',
} as const;

const BY_CARD = { amount: AMOUNT, payment_method: 'credit_card', card: CARD, metadata: METADATA } as const;

/** One order, and what a shop knows about it. */
interface Order {
  status: string;
  paid: number;
  transaction?: number;
  /** A note from before a request: its result is not known yet. */
  isCharging?: boolean;
  refund?: 'sent' | 'done' | undefined;
  shipments: number;
}

/** The part that all shops share: one order, paid by card and captured. */
export class Shop {
  readonly order: Order = { status: 'new', paid: 0, shipments: 0 };
  readonly client: GatewayClient;
  /** The name of the process. */
  readonly name: string = 'first';

  constructor(client: GatewayClient) {
    this.client = client;
  }

  charge(reference_key = REFERENCE, capture = true): Promise<Transaction> {
    const body = { ...BY_CARD, capture, reference_key };
    return unwrap(this.client.POST('/v1/transactions', { body }));
  }

  chargeByPix(): Promise<Transaction> {
    const body = { amount: AMOUNT, payment_method: 'pix', async: true, reference_key: REFERENCE } as const;
    return unwrap(this.client.POST('/v1/transactions', { body: { ...body, metadata: METADATA } }));
  }

  retrieve(id: number): Promise<Transaction> {
    return unwrap(this.client.GET('/v1/transactions/{id}', { params: { path: { id } } }));
  }

  capture(id: number): Promise<Transaction> {
    const params = { path: { id } };
    return unwrap(this.client.POST('/v1/transactions/{id}/capture', { params, body: { amount: AMOUNT } }));
  }

  refund(id: number): Promise<Transaction> {
    const params = { path: { id } };
    return unwrap(this.client.POST('/v1/transactions/{id}/refund', { params, body: { amount: REFUND } }));
  }

  async find(): Promise<Transaction | undefined> {
    const params = { query: { reference_key: REFERENCE } };
    for await (const found of paginate(this.client, '/v1/transactions', { params })) {
      if (found.reference_key === REFERENCE) return found;
    }
    return undefined;
  }

  save({ id, status, paid_amount }: Transaction): void {
    Object.assign(this.order, { transaction: id, status, paid: status === 'paid' ? (paid_amount ?? 0) : 0 });
  }

  orders() {
    return [{ order: 'order-1', paid: this.order.paid }];
  }

  /** Charges once: it writes a note first, and looks for the payment as long as the note exists. */
  async checkout(): Promise<void> {
    const found = this.order.isCharging ? await this.find() : undefined;
    if (this.order.isCharging && found === undefined) return; // Nothing proves the outcome: a repair job looks again.
    if (found !== undefined) return this.save(found);
    this.order.isCharging = true;
    try {
      this.save(await this.charge());
    } catch (error) {
      if (error instanceof GatewayError && !isOutcomeUnknown(error)) this.order.isCharging = false;
      throw error;
    }
  }

  /** Confirms the event, and saves what the gateway says now. */
  async webhook(body: string): Promise<void> {
    const event = parseWebhookEvent(body);
    if (!event.known || !event.event.startsWith('transaction.')) return;
    const transaction = (await unwrap(confirmWebhookEvent(this.client, event))) as Transaction;
    if (transaction.reference_key === REFERENCE) this.save(transaction);
  }

  /** Asks for what no event said. */
  async reconcile(): Promise<void> {
    const found = await this.find();
    if (found !== undefined) this.save(found);
  }
}

/** Returns the scenario of a class of shops. */
export const scenarioOf = (Kind: new (client: GatewayClient) => Shop): ExploreShop<Shop> => ({
  start: ({ client }) => new Kind(client),
  flow: (shop) => shop.checkout(),
  onEvent: (shop, body) => shop.webhook(body),
  reconcile: (shop) => shop.reconcile(),
  orders: (shop) => shop.orders(),
});

/** 1. Charges again after a lost response. */
export class ChargesAgain extends Shop {
  override async checkout(): Promise<void> {
    const charge = () => unwrap(this.client.POST('/v1/transactions', { body: BY_CARD }));
    this.save(await charge().catch(charge));
  }
  override async webhook(): Promise<void> {}
  override async reconcile(): Promise<void> {
    if (this.order.transaction !== undefined) this.save(await this.retrieve(this.order.transaction));
  }
}

/** 2. A new reference per attempt: the gateway cannot see that the two are the same payment. */
export class NewReference extends Shop {
  #attempt = 0;
  override async checkout(): Promise<void> {
    const attempt = () => this.charge(`${REFERENCE}-attempt-${++this.#attempt}`);
    this.save(await attempt().catch(attempt));
  }
  override async webhook(): Promise<void> {}
  override async reconcile(): Promise<void> {}
}

/** 3. Believes the event, so that an old one overwrites `paid`. */
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

/** 4. Ships for each event that says `paid`. */
export class ShipsTwice extends Shop {
  override async webhook(body: string): Promise<void> {
    await super.webhook(body);
    if (this.order.status === 'paid') this.order.shipments++;
  }
}

/** 5. Drops an event of a transaction that it has not saved yet. */
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

/** 6. Waits for the event of a PIX without asking the gateway. */
export class NeverAsks extends Shop {
  override async checkout(): Promise<void> {
    this.order.isCharging = true;
    this.save(await this.chargeByPix());
  }
  override async reconcile(): Promise<void> {}
}

/** 7. Refunds again after a lost refund. */
export class RefundsTwice extends Shop {
  override async checkout(): Promise<void> {
    await super.checkout();
    const { transaction: id, status, refund } = this.order;
    if (id === undefined || status !== 'paid' || refund === 'done') return;
    await this.refund(id).catch(() => this.refund(id));
    this.order.refund = 'done';
    this.order.paid = AMOUNT - REFUND;
  }
  override async webhook(): Promise<void> {}
  override async reconcile(): Promise<void> {
    if (this.order.refund !== 'done') await super.reconcile();
  }
}

/** 8. Believes that `paid_amount` shows a refund. */
export class BelievesPaidAmount extends Shop {
  override async checkout(): Promise<void> {
    await super.checkout();
    if (this.order.transaction !== undefined) this.save(await this.refund(this.order.transaction));
  }
}

/** 9. Starts over after a crash between payment and capture: it authorizes and captures again. */
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

/** Also refunds 9.90 once. Its own books say what was refunded, because `paid_amount` may not show it. */
export class CarefulWithRefund extends Careful {
  override async checkout(): Promise<void> {
    await super.checkout();
    await this.#refundOnce();
  }

  override save(transaction: Transaction): void {
    super.save(transaction);
    if (this.order.paid > 0) this.order.paid = this.order.refund === 'done' ? AMOUNT - REFUND : AMOUNT;
  }

  /** Writes a note first. As long as the result is unknown, it only looks. */
  async #refundOnce(): Promise<void> {
    const { transaction: id, status, refund } = this.order;
    if (id === undefined || status !== 'paid' || refund === 'done') return;
    if (refund === undefined) {
      this.order.refund = 'sent';
      try {
        await this.refund(id);
      } catch (error) {
        if (error instanceof GatewayError && !isOutcomeUnknown(error)) {
          this.order.refund = undefined;
          throw error;
        }
      }
    }
    if (await this.#isRefunded(id)) this.order.refund = 'done';
    this.save(await this.retrieve(id));
  }

  /** The history has an entry `paid` for the payment, and one for a partial refund. */
  async #isRefunded(id: number): Promise<boolean> {
    let entries = 0;
    for await (const { status } of paginate(this.client, '/v1/transactions/{id}/history', { params: { path: { id } } }))
      if (status === 'paid') entries++;
    return entries > 1;
  }

  override async reconcile(): Promise<void> {
    await super.reconcile();
    await this.#refundOnce();
  }
}

/** Waits for the event of a PIX, and asks if none comes. */
export class CarefulPix extends Shop {
  override charge(): Promise<Transaction> {
    return this.chargeByPix();
  }
}

/** The buyer pays the open payments. A lost request leaves nothing to pay. */
export async function payOpen(account: SandboxControls): Promise<void> {
  const { transactions = {} } = await account.export();
  if (Object.keys(transactions).length > 0) await account.pay(1001);
}
