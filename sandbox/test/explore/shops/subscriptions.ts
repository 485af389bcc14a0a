/** Shops that sell subscriptions. */
import { type GatewayClient, paginate, unwrap } from '../../../../src/index.js';
import type { Transaction } from '../../../../src/types.js';
import { confirmWebhookEvent, parseWebhookEvent } from '../../../../src/webhooks/index.js';
import type { ExploreShop } from '../../../src/testing/index.js';
import { CARD, REFUSED } from './shop.js';

const MONTHLY = 4990;
/** The days of a trial. */
export const TRIAL = 7;

/** Subscribes one buyer. The plan, the price, the card and the customer exist before. */
export class SubscriptionShop {
  readonly client: GatewayClient;
  readonly body: { price_id: number; card_id: number; customer_id: number; payment_method: 'credit_card' };
  isSubscribing = false;

  constructor(client: GatewayClient, body: SubscriptionShop['body']) {
    this.client = client;
    this.body = body;
  }

  subscribe() {
    return unwrap(this.client.POST('/v1/subscriptions', { body: this.body }));
  }

  /** Subscribes once: it writes a note first, and looks for the subscription as long as the note exists. */
  async checkout(): Promise<void> {
    if (this.isSubscribing) return;
    this.isSubscribing = true;
    await this.subscribe();
  }
}

/** Books each charge of its subscription, also those of later months. */
export class BooksRenewals extends SubscriptionShop {
  #subscription: number | undefined;
  readonly #paid = new Map<number, number>();
  override async subscribe() {
    const subscription = await super.subscribe();
    this.#subscription = subscription.id;
    return subscription;
  }
  async webhook(body: string): Promise<void> {
    const event = parseWebhookEvent(body);
    if (!event.known || !event.event.startsWith('transaction.')) return;
    this.book((await unwrap(confirmWebhookEvent(this.client, event))) as Transaction);
  }
  async reconcile(): Promise<void> {
    for await (const { id } of paginate(this.client, '/v1/subscriptions')) this.#subscription ??= id;
    for await (const payment of paginate(this.client, '/v1/transactions')) this.book(payment);
  }
  orders() {
    return [{ order: 'club', paid: [...this.#paid.values()].reduce((sum, paid) => sum + paid, 0) }];
  }
  protected book({ id, status, paid_amount, subscription_id }: Transaction): void {
    if (this.#subscription === undefined || subscription_id !== this.#subscription) return;
    this.#paid.set(id, status === 'paid' ? (paid_amount ?? 0) : 0);
  }
}

/** Suspends a buyer whose renewal is refused, and does not look at a later try. */
export class SuspendsForEver extends BooksRenewals {
  #isSuspended = false;
  protected override book(payment: Transaction): void {
    if (this.#isSuspended) return;
    this.#isSuspended = payment.status === 'refused';
    super.book(payment);
  }
}

/** Subscribes again after a lost response. */
export class SubscribesAgain extends SubscriptionShop {
  override async checkout(): Promise<void> {
    await this.subscribe().catch(() => this.subscribe());
  }
}

/** Cancels a subscription, and never looks whether that has happened. */
export class CancelsBlindly extends SubscriptionShop {
  override async checkout(): Promise<void> {
    const { id } = await this.subscribe();
    await this.client.POST('/v1/subscriptions/{id}/cancel', { params: { path: { id } } }).catch(() => {});
  }
}

/** Cancels what the buyer does not want, until nothing of it is left. */
export class CarefulCancel extends SubscriptionShop {
  override async checkout(): Promise<void> {
    await super.checkout();
    await this.cancelAll();
  }
  async cancelAll(): Promise<void> {
    for await (const { id, status } of paginate(this.client, '/v1/subscriptions')) {
      if (status === 'canceled') continue;
      await unwrap(this.client.POST('/v1/subscriptions/{id}/cancel', { params: { path: { id } } }));
    }
  }
}

/** Has a trial. The first charge fails, so the buyer subscribes again with another card. */
export class FailedRenewal extends SubscriptionShop {
  #subscription: number | undefined;
  override async checkout(): Promise<void> {
    const { card_id: _, ...others } = this.body;
    const body = { ...others, card: { ...CARD, card_number: REFUSED } };
    this.#subscription = (await unwrap(this.client.POST('/v1/subscriptions', { body }))).id;
  }
  /** Does not look whether the first subscription has ended, so the gateway goes on trying to charge it. */
  async subscribeAgain(): Promise<void> {
    const id = this.#subscription;
    if (id === undefined) return;
    await this.client.POST('/v1/subscriptions/{id}/cancel', { params: { path: { id } } });
    await this.subscribe();
  }
}

/** Returns the scenario of a buyer who subscribes again after the trial. */
export const renewalOf = (Kind: typeof FailedRenewal): ExploreShop<FailedRenewal> => ({
  start: async ({ client }) => new Kind(client, await prepare(client, TRIAL)),
  flow: (shop) => shop.checkout(),
  async buyer(account, shop) {
    await account.clock.advance(`${TRIAL + 1}d`);
    await shop.subscribeAgain();
  },
});

/** Returns the scenario of a class of shops. */
export const subscriptionOf = <Kind extends SubscriptionShop>(
  Kind: new (client: GatewayClient, body: SubscriptionShop['body']) => Kind,
  trial_days = 0,
): ExploreShop<Kind> => ({
  start: async ({ client }) => new Kind(client, await prepare(client, trial_days)),
  flow: (shop) => shop.checkout(),
});

/** Creates what a subscription needs. */
async function prepare(client: GatewayClient, trial_days: number): Promise<SubscriptionShop['body']> {
  const plan = await unwrap(client.POST('/v1/plans', { body: { name: 'Clube do café', status: 'active' } }));
  const monthly = { amount: MONTHLY, currency: 'BRL', interval: 'month', interval_count: 1 } as const;
  const price = await unwrap(client.POST('/v1/prices', { body: { ...monthly, plan_id: plan.id, trial_days } }));
  const { card_id } = await unwrap(client.POST('/v1/cards', { body: CARD }));
  const buyer = { external_id: 'customer-79', name: 'Maria Souza', type: 'individual', country: 'br' } as const;
  const documents = [{ type: 'cpf', number: '52998224725' }] as const;
  const customer = await unwrap(
    client.POST('/v1/customers', { body: { ...buyer, email: 'maria@example.com', documents: [...documents] } }),
  );
  return { price_id: price.id, card_id, customer_id: customer.id, payment_method: 'credit_card' };
}
