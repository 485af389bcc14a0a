import { type Order, type OrderOf, type Payment, usualOrder } from 'payment-gateway-core/books';
import { asTransaction, moneyOf, statusesAfter } from '../rules/index.js';
import { type Sentence, say } from '../sentences/index.js';
import type { Unit } from '../state/index.js';
import { stepsOf } from './actors.js';
import { compareLedgers, compareShipments, type Ledger, type Loss, ledgerOf, problemOf, wrongOrders } from './judge.js';
import type { Scene } from './scene.js';
import { messageOf } from './timeline.js';

/** What a run that held had in addition. */
export type Note = Loss | 'only a repair job can notice this';

/** What the gateway and the shop say at the end. Amounts are in centavos. */
export interface Books {
  readonly gateway: readonly Payment[];
  /** Undefined if the shop does not report its orders. */
  readonly shop: readonly Order[] | undefined;
}

export class Verdict {
  note: Note | undefined;
  books: Books | undefined;
  /** A payment of somebody else, which belongs to no order. */
  another: string | undefined;
  /** What the payments themselves show. */
  #failure: Sentence | undefined;
  readonly #scene: Scene<unknown>;
  readonly usual: Ledger | undefined;

  constructor(scene: Scene<unknown>, usual: Ledger | undefined) {
    this.#scene = scene;
    this.usual = usual;
  }

  async ledger(): Promise<Ledger> {
    const splits = await this.#scene.read(splitsOf);
    return ledgerOf(await this.#payments(), await this.#scene.read(liveSubscriptions), splits);
  }

  /** Resolves with the orders of the shop. Rejects with a `BadOrders`. */
  orders(): Promise<readonly Order[] | undefined> {
    return this.#scene.unseen(() => this.#scene.parts.orders());
  }

  async wrongOrders(): Promise<Map<string, Sentence>> {
    return wrongOrders(await this.#payments(), (await this.orders()) ?? []);
  }

  /** Resolves with the first problem. `before`: the orders before others acted, such as the back office. */
  async problem(before: readonly Order[] | undefined): Promise<Sentence | undefined> {
    const { plan } = this.#scene;
    const payments = await this.#payments();
    const orders = await this.orders();
    if (this.#failure !== undefined) return this.#failure;
    this.books = { gateway: payments, shop: orders };
    // The buyer may pay an open code although the order is paid.
    const mayPayTwice = plan.some(({ later = '' }) => stepsOf(later)[0]?.[0] === 'pay');
    const isOtherAmount = mayPayTwice || plan.some(({ buyer }) => buyer === 'less' || buyer === 'more');
    const expected = { isOtherAmount, before, usual: this.usual };
    const found = problemOf(payments, orders, mayPayTwice) ?? compareShipments(payments, orders ?? [], expected);
    // Nothing has told the shop.
    if (found !== undefined) return this.note === undefined ? found : undefined;
    // Others moved money, so it differs from the first run.
    if (this.usual === undefined || plan.some(({ later, buyer }) => later ?? buyer)) return undefined;
    const mayBuyAgain = plan.some(({ meanwhile }) => meanwhile?.when === 'after');
    const { problem, loss } = compareLedgers(await this.ledger(), this.usual, mayBuyAgain);
    this.note ??= loss;
    return problem;
  }

  async #payments(): Promise<Payment[]> {
    const all = await this.#scene.read((unit) => readPayments(unit, this.#orderOf));
    const isRefunded = all.some(({ id, refunded }) => id === this.another && refunded > 0);
    if (isRefunded && !this.#scene.plan.find(({ later }) => later))
      this.#failure = say('another-refunded', { id: String(this.another) });
    return all.filter(({ id }) => id !== this.another);
  }

  /** A payment of somebody else has no order. An exception is a problem of the run. */
  readonly #orderOf: OrderOf = (value) => {
    if (String(value.id) === this.another) return undefined;
    try {
      return (this.#scene.shop.orderOf ?? usualOrder)(value);
    } catch (error) {
      this.#failure ??= say('order-of-threw', { message: messageOf(error) });
      return undefined;
    }
  };
}

function readPayments(unit: Unit, orderOf: OrderOf): Payment[] {
  return unit.all('transactions').map((stored) => {
    const { id, value, hidden } = asTransaction(stored);
    const authorized = value.status === 'authorized' ? (value.amount ?? 0) : 0;
    const subscription = hidden.subscription?.toString();
    return {
      id: String(id),
      order: orderOf(value),
      subscription,
      ...moneyOf({ value, hidden }),
      authorized,
      isOpen: false,
    };
  });
}

const splitsOf = (unit: Unit): Map<string, string> =>
  new Map(unit.all('transactions').map(({ id, value }) => [String(id), JSON.stringify(value.split)]));

const liveSubscriptions = (unit: Unit): number =>
  unit.all('subscriptions').filter(({ kind, value: { status } }) => statusesAfter(kind, status).length > 0).length;
