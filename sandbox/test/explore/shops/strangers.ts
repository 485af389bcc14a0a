/** Shops that mix up their payments with those of others, or forget that a code or a link is still open. */
import { createGatewayClient, type GatewayClient, paginate, unwrap } from '../../../../src/index.js';
import type { SandboxControls } from '../../../src/index.js';
import { AMOUNT, REFERENCE, SellsByPix, Shop } from './shop.js';
import { SubscriptionShop } from './subscriptions.js';

/** Refunds each payment that it does not know, also one of another program with the same account. */
export class RefundsStrangers extends Shop {
  override async reconcile(): Promise<void> {
    await super.reconcile();
    for await (const { id, status, amount } of paginate(this.client, '/v1/transactions'))
      if (status === 'paid' && id !== this.order.transaction) await this.refund(id, amount ?? 0);
  }
}

/** Filters a list by its reference, and takes the first entry without a look at it. */
export class TakesFirst extends Shop {
  override async find() {
    const params = { query: { reference_key: REFERENCE } };
    const { data = [] } = await unwrap(this.client.GET('/v1/transactions', { params }));
    return data[0];
  }
}

/** Reads only the first page of a list in its job, and has no webhook. */
export class ReadsFirstPage extends TakesFirst {
  override async find() {
    const { data = [] } = await unwrap(this.client.GET('/v1/transactions', {}));
    return data.find(({ reference_key }) => reference_key === REFERENCE);
  }
  override charge() {
    return this.chargeByPix();
  }
  override async webhook(): Promise<void> {}
}

/** Runs two stores, and asks for the order of one with the token of the other, which has a payment of the same price. */
export class MixesUpTokens extends Shop {
  #other: Shop | undefined;
  static async open(client: GatewayClient, baseUrl: string): Promise<MixesUpTokens> {
    const shop = new MixesUpTokens(client);
    shop.#other = new Shop(createGatewayClient({ baseUrl, accessToken: 'other-store', retries: 0 }));
    await shop.#other.charge('other-order');
    return shop;
  }
  override async checkout(): Promise<void> {
    await super.checkout();
    const { transaction } = this.order;
    if (transaction !== undefined && this.#other !== undefined) this.save(await this.#other.retrieve(transaction));
  }
}

/** Takes the newest payment of its price for its own after a lost response. */
export class TakesNewest extends Shop {
  override async checkout(): Promise<void> {
    if (this.order.isCharging) return;
    this.order.isCharging = true;
    try {
      this.save(await this.charge());
    } catch {
      const { data = [] } = await unwrap(this.client.GET('/v1/transactions', {}));
      const [newest] = data;
      if (newest?.amount === AMOUNT) this.save(newest);
    }
  }
  override async reconcile(): Promise<void> {
    if (this.order.transaction === undefined) await super.reconcile();
    else this.save(await this.retrieve(this.order.transaction));
  }
}

/** Lets the buyer change from Pix to card, and forgets that the Pix can still be paid. */
export class LeavesPixOpen extends Shop {
  override async checkout(): Promise<void> {
    await this.chargeByPix(`${REFERENCE}-pix`);
    await super.checkout();
  }
}

/** Confirms an event for its books, and has shipped before. */
export class ShipsBeforeItLooks extends SellsByPix {
  override async webhook(body: string): Promise<void> {
    const { payload } = JSON.parse(body);
    if (payload.reference_key === REFERENCE && payload.status === 'paid') this.order.shipments = 1;
    await super.webhook(body);
  }
  override orders() {
    return [{ ...this.books(), shipped: this.order.shipments }];
  }
}

/** Cancels an order in its repair job that is not paid yet, and leaves the Pix open. */
export class GivesPixUp extends SellsByPix {
  #isCanceled = false;
  override async webhook(body: string): Promise<void> {
    if (!this.#isCanceled) await super.webhook(body);
  }
  override async reconcile(): Promise<void> {
    if (!this.#isCanceled) await super.reconcile();
    this.#isCanceled = this.order.paid === 0;
  }
}

/** Charges in its repair job without 3DS if the buyer has not authenticated yet, and forgets that the first payment is still open. */
export class GivesUp3ds extends Shop {
  override charge() {
    return this.chargeWith3ds();
  }
  override async reconcile(): Promise<void> {
    const { transaction: id, status } = this.order;
    if (id === undefined) return super.reconcile();
    const again = status === 'request_authentication' && (await super.charge(`${REFERENCE}-without-3ds`));
    this.save(again || (await this.retrieve(id)));
  }
}

/** Sends the buyer a link, and books the event of its payment. */
export class BelievesLinkPaid extends Shop {
  #link: number | undefined;
  override async checkout(): Promise<void> {
    const body = { amount: AMOUNT, type: 'payment', name: 'order-1' } as const;
    this.#link = (await unwrap(this.client.POST('/v1/links', { body }))).id;
  }
  override async webhook(body: string): Promise<void> {
    const { event, model_id } = JSON.parse(body);
    if (event === 'link.paid' && Number(model_id) === this.#link) this.order.paid = AMOUNT;
  }
  override async reconcile(): Promise<void> {
    await this.paymentsOf(this.#link);
  }
  /** Resolves with what the buyer has paid with the link. */
  async paymentsOf(id: number | undefined): Promise<number[]> {
    const paid: number[] = [];
    if (id === undefined) return paid;
    for await (const found of paginate(this.client, '/v1/links/{id}/transactions', { params: { path: { id } } }))
      if (found.status === 'paid') paid.push(found.paid_amount ?? 0);
    return paid;
  }
}

/** Looks for the payment of a link, and stops at the first: a link can be paid twice. */
export class LinkPaidTwice extends BelievesLinkPaid {
  override async webhook(): Promise<void> {
    await this.reconcile();
  }
  override async reconcile(): Promise<void> {
    for await (const { id } of paginate(this.client, '/v1/links')) {
      const [paid] = await this.paymentsOf(id);
      this.order.paid = paid ?? 0;
    }
  }
}

/** Books all payments of a link, and closes it when it is paid. */
export class ClosesLink extends BelievesLinkPaid {
  #isAsking = false;
  override async checkout(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    await super.checkout();
  }
  override async webhook(): Promise<void> {
    await this.reconcile();
  }
  override async reconcile(): Promise<void> {
    for await (const { id, name, status } of paginate(this.client, '/v1/links')) {
      if (name !== 'order-1') continue;
      this.order.paid = (await this.paymentsOf(id)).reduce((sum, paid) => sum + paid, 0);
      if (this.order.paid === 0 || status !== 'active') continue;
      await unwrap(this.client.PUT('/v1/links/{id}', { params: { path: { id } }, body: { status: 'canceled' } }));
    }
  }
}

/** The buyer pays the link. A lost request leaves nothing to pay. */
export async function payLink(account: SandboxControls): Promise<void> {
  const { links = {} } = await account.export();
  if (Object.keys(links).length > 0) await account.pay(1001);
}

/** Grants a month as soon as a period begins, also if its charge has failed. */
export class GrantsByPeriod extends SubscriptionShop {
  readonly #periods = new Set<string>();
  override async checkout(): Promise<void> {
    await super.checkout();
    await this.look();
  }
  /** What the repair job does. */
  async look(): Promise<void> {
    for await (const { current_period_end } of paginate(this.client, '/v1/subscriptions'))
      if (current_period_end) this.#periods.add(current_period_end);
  }
  orders() {
    return [{ order: 'order-1', paid: this.#periods.size * 4990 }];
  }
}
