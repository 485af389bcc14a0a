/** A shop as a new user would write it: it keeps orders, takes payments, and updates orders from events. */
import { createGatewayClient, type GatewayClient, isOutcomeUnknown, paginate, unwrap } from '../../../src/index.ts';
import type { CreateTransactionRequest, Transaction } from '../../../src/types.ts';
import { confirmWebhookEvent, parseWebhookEvent } from '../../../src/webhooks/index.ts';

export interface Order {
  readonly number: number;
  readonly amount: number;
  /** The id of the transaction that pays the order. */
  transaction?: number;
  state: 'open' | 'paid' | 'refused' | 'canceled' | 'refunded';
}

export class Shop {
  readonly orders = new Map<number, Order>();
  readonly client: GatewayClient;

  constructor(baseUrl: string, accessToken: string) {
    this.client = createGatewayClient({ baseUrl, accessToken });
  }

  /** Takes an order and its payment. Amounts are in centavos. */
  async checkout(number: number, amount: number, payment: Record<string, unknown>): Promise<Transaction> {
    const order: Order = { number, amount, state: 'open' };
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

  #apply({ id, status }: Pick<Transaction, 'id' | 'status'>): void {
    const order = [...this.orders.values()].find(({ transaction }) => transaction === id);
    if (order === undefined) return;
    const states = { paid: 'paid', refused: 'refused', canceled: 'canceled', refunded: 'refunded' } as const;
    order.state = Object.hasOwn(states, status) ? states[status as keyof typeof states] : order.state;
  }
}

const metadataOf = ({ number }: Order): string => JSON.stringify({ order: number });
