/** The part that all shops of the gallery share. A shop object is the database of one shop. */
import { type GatewayClient, GatewayError, isOutcomeUnknown, paginate, unwrap } from '../../../../src/index.js';
import type { RequestBody, Transaction } from '../../../../src/types.js';
import { confirmWebhookEvent, parseWebhookEvent } from '../../../../src/webhooks/index.js';
import type { SandboxControls } from '../../../src/index.js';
import type { ExploreShop, ShopOrder } from '../../../src/testing/index.js';

export const AMOUNT = 15_990;
export const REFUND = 990;
export const REFERENCE = 'order-1-0000000000000001';
export const METADATA = JSON.stringify({ order: 'order-1' });
export const CARD = {
  card_number: '4111111111111111',
  card_holder_name: 'ANA SOUZA',
  card_expiration_date: '1239',
  card_cvv: '123',
} as const;

/** The issuer refuses this card. */
export const REFUSED = '4929291898380766';
const CHALLENGED = '4539620659922097';
const threeDSecure = {
  urlSuccess: 'https://shop.example/paid',
  urlFail: 'https://shop.example/refused',
  onFailure: 'decline',
  userAgent: 'Mozilla/5.0',
  ipAddress: '203.0.113.7',
} as const;

export const BY_CARD = { amount: AMOUNT, payment_method: 'credit_card', card: CARD, metadata: METADATA } as const;

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

/** One order, paid by card and captured. */
export class Shop {
  readonly order: Order = { status: 'new', paid: 0, shipments: 0 };
  readonly client: GatewayClient;
  /** The name of the process. */
  readonly name: string = 'first';

  constructor(client: GatewayClient) {
    this.client = client;
  }

  /** Sends the payment by card, with other fields. */
  send(fields: Partial<RequestBody<'createTransaction'>>): Promise<Transaction> {
    return unwrap(this.client.POST('/v1/transactions', { body: { ...BY_CARD, ...fields } }));
  }

  charge(reference_key = REFERENCE, capture = true): Promise<Transaction> {
    return this.send({ capture, reference_key });
  }

  chargeByPix(reference_key = REFERENCE): Promise<Transaction> {
    const body = { amount: AMOUNT, payment_method: 'pix', async: true, reference_key } as const;
    return unwrap(this.client.POST('/v1/transactions', { body: { ...body, metadata: METADATA } }));
  }

  /** The issuer asks the buyer on its page. */
  chargeWith3ds(reference_key = REFERENCE): Promise<Transaction> {
    return this.send({ card: { ...CARD, card_number: CHALLENGED }, reference_key, threeDSecure });
  }

  retrieve(id: number): Promise<Transaction> {
    return unwrap(this.client.GET('/v1/transactions/{id}', { params: { path: { id } } }));
  }

  capture(id: number, amount = AMOUNT): Promise<Transaction> {
    const params = { path: { id } };
    return unwrap(this.client.POST('/v1/transactions/{id}/capture', { params, body: { amount } }));
  }

  refund(id: number, amount = REFUND): Promise<Transaction> {
    const params = { path: { id } };
    return unwrap(this.client.POST('/v1/transactions/{id}/refund', { params, body: { amount } }));
  }

  async find(reference_key = REFERENCE): Promise<Transaction | undefined> {
    const params = { query: { reference_key } };
    for await (const found of paginate(this.client, '/v1/transactions', { params })) {
      if (found.reference_key === reference_key) return found;
    }
    return undefined;
  }

  /** Returns the payment that an event is about, as the gateway knows it. */
  paymentOf(body: string): Promise<Transaction> {
    return this.retrieve(JSON.parse(body).model_id);
  }

  /** Writes the note of a refund. Returns the paid payment to refund. Undefined if there is none, or if it has a note. */
  beginRefund(): number | undefined {
    const { transaction, status, refund } = this.order;
    if (status !== 'paid' || refund !== undefined) return undefined;
    this.order.refund = 'sent';
    return transaction;
  }

  save({ id, status, paid_amount }: Transaction): void {
    Object.assign(this.order, { transaction: id, status, paid: status === 'paid' ? (paid_amount ?? 0) : 0 });
  }

  books() {
    return { order: 'order-1', paid: this.order.paid };
  }

  orders(): ShopOrder[] {
    return [this.books()];
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

/** Charges, and waits for the event. */
export class Waits extends Shop {
  override async checkout(): Promise<void> {
    this.order.isCharging = true;
    await this.charge();
  }
}

/** Notes the id of its payment, and waits for the event. It has no repair job. */
export class NotesId extends Shop {
  override async checkout(): Promise<void> {
    this.order.transaction = (await this.charge()).id;
  }
  override async reconcile(): Promise<void> {}
}

/** Sells two orders. */
export class SellsTwo extends Shop {
  readonly paid: Record<string, number> = { 'order-1': 0, 'order-2': 0 };
  override orders() {
    return Object.entries(this.paid).map(([order, paid]) => ({ order, paid }));
  }
}

/** Hears of no event. */
export class WithoutWebhook extends Shop {
  override async webhook(): Promise<void> {}
}

/** Has no repair job. */
export class WithoutJob extends Shop {
  override async reconcile(): Promise<void> {}
}

/** Knows what the gateway answers, and nothing else. */
export class OnlyAnswers extends WithoutWebhook {
  override async reconcile(): Promise<void> {}
}

/** Looks in its job only at the payment that it knows. */
export class LooksAtKnown extends Shop {
  override async reconcile(): Promise<void> {
    if (this.order.transaction !== undefined) this.save(await this.retrieve(this.order.transaction));
  }
}

/** Creates a Pix at each click. */
export class SellsByPix extends Shop {
  override async checkout(): Promise<void> {
    this.save(await this.chargeByPix());
  }
}

/** Reports how often it has shipped. */
export class Ships extends Shop {
  override orders() {
    return [{ ...this.books(), shipped: this.order.shipments }];
  }
}

/** Returns the scenario of a class of shops. */
export const scenarioOf = <Own extends Shop>(Kind: new (client: GatewayClient) => Own): ExploreShop<Own> => ({
  start: ({ client }) => new Kind(client),
  flow: (shop) => shop.checkout(),
  onEvent: (shop, body) => shop.webhook(body),
  reconcile: (shop) => shop.reconcile(),
  orders: (shop) => shop.orders(),
});

/** The buyer pays the open payments. A lost request leaves nothing to pay. */
export async function payOpen(account: SandboxControls): Promise<void> {
  const { transactions = {} } = await account.export();
  if (Object.keys(transactions).length > 0) await account.pay(1001);
}

/** The buyer passes 3DS. A lost request leaves nothing to pass. */
export async function passChallenge(account: SandboxControls): Promise<void> {
  const { transactions = {} } = await account.export();
  if (Object.keys(transactions).length > 0) await account.authenticate(1001, { outcome: 'approved' });
}

/** The buyer pays the newest payment. */
export async function payNewest(account: SandboxControls): Promise<void> {
  const { transactions = {} } = await account.export();
  const { length } = Object.keys(transactions);
  if (length > 0) await account.pay(length > 1 ? 1002 : 1001);
}
