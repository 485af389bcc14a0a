/** A shop as a new user would write it: it keeps orders, takes payments, and updates orders from events. */
import {
  createGatewayClient,
  GatewayApiError,
  type GatewayClient,
  isOutcomeUnknown,
  paginate,
  unwrap,
} from '../../../src/index.ts';
import type { CreateTransactionRequest, Transaction } from '../../../src/types.ts';
import { confirmWebhookEvent, parseWebhookEvent } from '../../../src/webhooks/index.ts';

export interface Order {
  readonly number: number;
  readonly amount: number;
  /** The id of the transaction that pays the order. */
  transaction?: number;
  /** When the shop stops expecting the payment, in milliseconds. */
  readonly deadline: number;
  /** `paid late` is for a person: the shop did not expect the payment anymore. */
  state: 'open' | 'paid' | 'refused' | 'canceled' | 'refunded' | 'paid late';
}

const DAYS_TO_PAY = 14;

export class Shop {
  readonly orders = new Map<number, Order>();
  readonly client: GatewayClient;
  readonly #now: () => number;

  constructor(baseUrl: string, accessToken: string, now = Date.now) {
    this.#now = now;
    this.client = createGatewayClient({ baseUrl, accessToken });
  }

  /** Takes an order and its payment. Amounts are in centavos. */
  async checkout(number: number, amount: number, payment: Record<string, unknown>): Promise<Transaction> {
    const deadline = this.#now() + DAYS_TO_PAY * 86_400_000;
    const order: Order = { number, amount, deadline, state: 'open' };
    this.orders.set(number, order);
    const body = { ...payment, amount, metadata: metadataOf(order) } as CreateTransactionRequest;
    const transaction = await this.#charge(order, body);
    order.transaction = transaction.id;
    this.#apply(transaction);
    return transaction;
  }

  /**
   * Charges once, even if the response is lost. If the outcome is unknown, it looks up the order's reference before
   * it sends the charge again.
   */
  async #charge(order: Order, body: CreateTransactionRequest): Promise<Transaction> {
    try {
      return await unwrap(this.client.POST('/v1/transactions', { body }));
    } catch (error) {
      const isByCard = /_card$/.test(body.payment_method);
      if (isByCard && error instanceof GatewayApiError && [402, 422].includes(error.status)) order.state = 'refused';
      if (!isOutcomeUnknown(error)) throw error;
      for await (const found of paginate(this.client, '/v1/transactions')) {
        if (found.metadata === metadataOf(order)) return found;
      }
      return await unwrap(this.client.POST('/v1/transactions', { body }));
    }
  }

  /**
   * Receives events. An event is only a hint, so the shop retrieves the object from the gateway. Duplicates have no
   * further effect.
   */
  async receive(body: string): Promise<void> {
    const event = parseWebhookEvent(body);
    if (!event.known || !event.event.startsWith('transaction.')) return;
    // A second retrieval is harmless, so duplicate events have no further effect.
    const { id, status } = (await unwrap(confirmWebhookEvent(this.client, event))) as Transaction;
    this.#apply({ id, status });
  }

  /** Cancels the orders whose deadline has passed. The gateway may never cancel their payment. */
  cancelUnpaid(): void {
    for (const order of this.orders.values())
      if (order.state === 'open' && this.#now() > order.deadline) order.state = 'canceled';
  }

  #apply({ id, status }: Pick<Transaction, 'id' | 'status'>): void {
    const order = [...this.orders.values()].find(({ transaction }) => transaction === id);
    if (order === undefined) return;
    const states = { paid: 'paid', refused: 'refused', canceled: 'canceled', refunded: 'refunded' } as const;
    const isLate = status === 'paid' && (order.state === 'canceled' || order.state === 'paid late');
    if (isLate) order.state = 'paid late';
    else if (Object.hasOwn(states, status)) order.state = states[status as keyof typeof states];
  }
}

const metadataOf = ({ number }: Order): string => JSON.stringify({ order: number });
