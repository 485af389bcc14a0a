import { compareOrders, type Difference, type Order, type Payment } from 'payment-gateway-core/books';
import { amount, type Sentence, say } from '../sentences/index.js';

/** The name of payments without a reference. */
const ONE_ORDER = 'the order';

type Kept = Pick<Payment, 'captured' | 'refunded'>;

const receivedOf = ({ captured, refunded }: Kept): number => captured - refunded;
const sumOf = <Item>(items: readonly Item[], amountOf: (item: Item) => number): number =>
  items.reduce((total, one) => total + amountOf(one), 0);

/**
 * Returns the first difference between the books of the gateway and of the shop. Without `orders`, it only looks for an order that was charged
 * twice. If no payment has a reference, the whole flow is one order.
 */
export function problemOf(
  all: readonly Payment[],
  orders: readonly Order[] | undefined,
  mayPayTwice = false,
): Sentence | undefined {
  const byOrder = paymentsByOrder(all);
  const isOneOrder = byOrder.has(ONE_ORDER) && byOrder.size === 1;
  const agreeing = [...byOrder].map(([order, own]) => ({ order, paid: sumOf(own, receivedOf) }));
  const believed = isOneOrder && orders ? [{ order: ONE_ORDER, paid: sumOf(orders, ({ paid }) => paid) }] : orders;
  const named = [...byOrder].flatMap(([order, own]) => own.map((one) => ({ ...one, order })));
  const due = mayPayTwice ? { due: Number.POSITIVE_INFINITY } : {};
  const { differences } = compareOrders(
    named,
    (believed ?? agreeing).map((one) => ({ ...one, ...due })),
  );
  const strays = differences.filter(({ kind }) => kind === 'payment-without-order');
  const first = differences.find((one) => !strays.includes(one)) ?? strays[0];
  // The shop may know the payment under another name.
  if (first?.kind !== 'order-without-payment' || strays.length === 0) return first && sentenceOf(first);
  const payments = strays.flatMap((one) => one.payments.map(shown));
  return say('other-order', { payments, order: shownOrder(first.order) });
}

function sentenceOf({ kind, order: name, shop: paid = 0, gateway: received, payments: all }: Difference): Sentence {
  const holding = all.filter((one) => receivedOf(one) > 0 || one.authorized > 0);
  const payments = holding.map(shown);
  const [order, shop, gateway] = [shownOrder(name), amount(paid), amount(received)];
  if (kind === 'charged-twice') return say('charged-again', { order, times: times(holding.length), payments });
  if (kind === 'payment-without-order') return say('payment-without-order', { payments });
  if (paid < 0) return say('negative', { order, gateway, shop });
  if (holding.length === 0) return say('order-without-payment', { order, shop });
  const transactions = holding.map(({ id }) => say('transaction', { id }));
  return say('other-amount', { order, gateway, transactions, shop });
}

const shownOrder = (order = ONE_ORDER) => (order === ONE_ORDER ? say('the-order') : order);

export function wrongOrders(payments: readonly Payment[], orders: readonly Order[]): Map<string, Sentence> {
  const isOneOrder = payments.every(({ order }) => order === undefined);
  const wrong = orders.flatMap((one) => {
    const own = isOneOrder ? payments : payments.filter(({ order }) => order === one.order);
    const expected = { isOtherAmount: false, before: undefined, usual: undefined };
    const problem = problemOf(own, [one]) ?? compareShipments(own, [one], expected);
    return problem === undefined ? [] : [[one.order, problem] as const];
  });
  return new Map(wrong);
}

function paymentsByOrder(payments: readonly Payment[]): Map<string, Payment[]> {
  const isOneOrder = payments.every(({ order }) => order === undefined);
  const byOrder = new Map<string, Payment[]>();
  for (const payment of payments) {
    const order = isOneOrder ? ONE_ORDER : (payment.order ?? ONE_ORDER);
    byOrder.set(order, [...(byOrder.get(order) ?? []), payment]);
  }
  return byOrder;
}

const times = (count: number): Sentence => (count === 2 ? say('twice') : say('times', { count }));

function shown({ id, authorized, ...kept }: Payment): Sentence {
  const received = receivedOf(kept);
  if (received > 0) return say('paid', { id, amount: amount(received) });
  return say('authorized', { id, amount: amount(authorized) });
}

export interface Expected {
  /** The buyer pays another amount in this run. */
  readonly isOtherAmount: boolean;
  /** The orders before others acted, such as the back office. Shipments until then for captured money were made in good faith. */
  readonly before: readonly Order[] | undefined;
  readonly usual: Ledger | undefined;
}

/** Returns the error in the price or the shipment of an order that reports them. */
export function compareShipments(
  payments: readonly Payment[],
  orders: readonly Order[],
  { isOtherAmount, before, usual }: Expected,
): Sentence | undefined {
  const byOrder = paymentsByOrder(payments);
  const ofOrder = <Own>(all: ReadonlyMap<string, Own> | undefined, order: string): Own | undefined =>
    all?.get(order) ?? (orders.length === 1 ? all?.get(ONE_ORDER) : undefined);
  const usualOf = (order: string) => ofOrder(usual?.orders, order);
  const shippedBefore = new Map(before?.map((one) => [one.order, Number(one.shipped)]));
  for (const { order: name, due, shipped = 0 } of orders) {
    const order = shownOrder(name);
    const own = ofOrder(byOrder, name) ?? [];
    const captured = sumOf(own, (one) => one.captured);
    const kept = sumOf(own, receivedOf);
    // A price whose parts went back is a sale that was lost. A second payment may go back.
    if (due !== undefined && kept > 0 && (captured < due || kept > due) && !isOtherAmount) {
      return say('other-price', { order, due: amount(due), captured: amount(captured) });
    }
    const count = Number(shipped);
    if (count > 1) return say('shipped-again', { order, times: times(count) });
    if (count === 0 || (count <= (shippedBefore.get(name) ?? 0) && captured > 0)) continue;
    // Without a disruption the shop captures it, too.
    const isForgotten = Number(usualOf(name)?.captured) > 0;
    // What goes back without a disruption, too, was received before.
    const ordinary = usual === undefined ? Number.POSITIVE_INFINITY : (usualOf(name)?.refunded ?? 0);
    const returned = Math.min(
      sumOf(own, ({ refunded }) => refunded),
      ordinary,
    );
    const held = returned + sumOf(own, (one) => receivedOf(one) + (isForgotten ? 0 : one.authorized));
    if (held === 0) return say('shipped-unpaid', { order });
    if (due !== undefined && held < due) {
      return say('shipped-underpaid', { order, paid: amount(held), due: amount(due) });
    }
  }
  return undefined;
}

/** What the gateway did in a run, by order. */
export interface Ledger {
  /** With the splits of the payments that are kept. */
  readonly orders: ReadonlyMap<string, Kept & { readonly split: string }>;
  readonly subscriptions: number;
}

/** `splits`: by the ids of the payments. */
export function ledgerOf(payments: readonly Payment[], subscriptions: number, splits: Map<string, string>): Ledger {
  const totals = (list: readonly Payment[]) => {
    const kept = new Set(list.filter((one) => receivedOf(one) > 0).map(({ id }) => splits.get(id)));
    const sums = { captured: sumOf(list, (one) => one.captured), refunded: sumOf(list, (one) => one.refunded) };
    return { ...sums, split: [...kept].sort().join() };
  };
  const orders = [...paymentsByOrder(payments)].map(([order, list]) => [order, totals(list)] as const);
  return { orders: new Map(orders), subscriptions };
}

export type Loss = 'lost sale' | 'refund not made';

/** Compares a run with the undisturbed one. Returns a problem, or a loss without harm. `mayBuyAgain`: the buyer may make another order. */
export function compareLedgers(
  { orders, subscriptions }: Ledger,
  first: Ledger,
  mayBuyAgain = false,
): { readonly problem?: Sentence; readonly loss?: Loss } {
  if (subscriptions > first.subscriptions) {
    return { problem: say('subscriptions', { count: subscriptions, usual: first.subscriptions }) };
  }
  const keptIn = (ledger: ReadonlyMap<string, Kept>) => sumOf([...ledger.values()], receivedOf);
  const hasNew = [...orders.keys()].some((order) => !first.orders.has(order));
  if (hasNew && !mayBuyAgain && keptIn(orders) > keptIn(first.orders)) {
    return { problem: say('new-order', { paid: amount(keptIn(orders)), usual: amount(keptIn(first.orders)) }) };
  }
  let loss: Loss | undefined;
  for (const [name, usual] of first.orders) {
    const order = shownOrder(name);
    const { captured, refunded, split } = orders.get(name) ?? { captured: 0, refunded: 0, split: '' };
    const kept = captured - refunded;
    const usuallyKept = usual.captured - usual.refunded;
    // A second payment may go back.
    if (kept === usuallyKept && split === usual.split) continue;
    if (kept === usuallyKept) return { problem: say('other-split', { order }) };
    // A payment that went back completely is a sale that was lost, unless only a part should go back.
    if (kept === 0 && (usual.refunded === 0 || refunded <= usual.refunded)) loss = 'lost sale';
    else if (kept > usual.captured || (kept > 0 && captured < usual.captured)) {
      return { problem: say('other-capture', { order, paid: amount(captured), usual: amount(usual.captured) }) };
    } else if (kept < usuallyKept) {
      const [back, usually] = [amount(refunded), amount(usual.refunded)];
      return { problem: say('other-refund', { order, refunded: back, usual: usually }) };
    } else loss ??= 'refund not made';
  }
  return loss === undefined ? {} : { loss };
}
