/** Compares the books of a run. */
import { compareBooks, type Difference, type Order, type Payment } from 'payment-gateway-contract/internal/books';
import { reais } from 'payment-gateway-contract/internal/codes';

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
): string | undefined {
  const byOrder = paymentsByOrder(all);
  const isOneOrder = byOrder.has(ONE_ORDER) && byOrder.size === 1;
  const agreeing = [...byOrder].map(([order, own]) => ({ order, paid: sumOf(own, receivedOf) }));
  const believed = isOneOrder && orders ? [{ order: ONE_ORDER, paid: sumOf(orders, ({ paid }) => paid) }] : orders;
  const named = [...byOrder].flatMap(([order, own]) => own.map((one) => ({ ...one, order })));
  const due = mayPayTwice ? { due: Number.POSITIVE_INFINITY } : {};
  const { differences } = compareBooks(
    named,
    (believed ?? agreeing).map((one) => ({ ...one, ...due })),
  );
  const first = differences.find(({ kind }) => kind !== 'payment-without-order') ?? differences[0];
  return first && sentenceOf(first);
}

function sentenceOf({ kind, order, shop = 0, gateway, payments }: Difference): string {
  const holding = payments.filter((one) => receivedOf(one) > 0 || one.authorized > 0);
  const listed = holding.map(shown).join(' and ');
  if (kind === 'charged-twice') return `${order} was charged ${times(holding.length)}: ${listed}`;
  if (kind === 'payment-without-order') return `${listed} belongs to no order of the shop`;
  const [first] = holding;
  if (first === undefined) return `${order}: the shop says ${reais(shop)} is paid, but the gateway received nothing`;
  return `${order}: the gateway received ${reais(gateway)} (transaction ${first.id}), but the shop says ${reais(shop)}`;
}

/** Returns the problems of the orders that the shop believes, by order. */
export function wrongOrders(payments: readonly Payment[], orders: readonly Order[]): Map<string, string> {
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

const times = (count: number): string => (count === 2 ? 'twice' : `${count} times`);

function shown(payment: Payment): string {
  const received = receivedOf(payment);
  return `transaction ${payment.id} (${received > 0 ? `${reais(received)} paid` : `${reais(payment.authorized)} authorized`})`;
}

/** The expected payments of a run. */
export interface Expected {
  /** The buyer pays another amount in this run. */
  readonly isOtherAmount: boolean;
  /** The orders before others acted, such as the back office. Shipments until then for captured money were made in good faith. */
  readonly before: readonly Order[] | undefined;
  /** What the gateway did without a disruption. */
  readonly usual: Ledger | undefined;
}

/** Returns the error in the price or the shipment of an order that reports them. */
export function compareShipments(
  payments: readonly Payment[],
  orders: readonly Order[],
  { isOtherAmount, before, usual }: Expected,
): string | undefined {
  const byOrder = paymentsByOrder(payments);
  const ofOrder = <Own>(all: ReadonlyMap<string, Own> | undefined, order: string): Own | undefined =>
    all?.get(order) ?? (orders.length === 1 ? all?.get(ONE_ORDER) : undefined);
  const usualOf = (order: string) => ofOrder(usual?.orders, order);
  const shippedBefore = new Map(before?.map((one) => [one.order, Number(one.shipped)]));
  for (const { order, due, shipped = 0 } of orders) {
    const own = ofOrder(byOrder, order) ?? [];
    const captured = sumOf(own, (one) => one.captured);
    const kept = sumOf(own, receivedOf);
    // A price whose parts went back is a sale that was lost. A second payment may go back.
    if (due !== undefined && kept > 0 && (captured < due || kept > due) && !isOtherAmount) {
      return `${order} costs ${reais(due)}, but ${reais(captured)} was captured`;
    }
    const count = Number(shipped);
    if (count > 1) return `${order} was shipped ${times(count)}`;
    if (count === 0 || (count <= (shippedBefore.get(order) ?? 0) && captured > 0)) continue;
    // Without a disruption the shop captures it, too.
    const isForgotten = Number(usualOf(order)?.captured) > 0;
    // What goes back without a disruption, too, was received before.
    const ordinary = usual === undefined ? Number.POSITIVE_INFINITY : (usualOf(order)?.refunded ?? 0);
    const returned = Math.min(
      sumOf(own, ({ refunded }) => refunded),
      ordinary,
    );
    const held = returned + sumOf(own, (one) => receivedOf(one) + (isForgotten ? 0 : one.authorized));
    if (held === 0) return `${order} was shipped, but the gateway received nothing`;
    if (due !== undefined && held < due) return `${order} was shipped for ${reais(held)}, but it costs ${reais(due)}`;
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

/** A loss without harm. */
export type Loss = 'lost sale' | 'refund not made';

/** Compares a run with the undisturbed one. Returns a problem, or a loss without harm. `mayBuyAgain`: the buyer may make another order. */
export function compareLedgers(
  { orders, subscriptions }: Ledger,
  first: Ledger,
  mayBuyAgain = false,
): { readonly problem?: string; readonly loss?: Loss } {
  const usually = 'and without a disruption';
  if (subscriptions > first.subscriptions) {
    const goOn = subscriptions === 1 ? 'subscription goes on' : 'subscriptions go on';
    return { problem: `${subscriptions} ${goOn}, ${usually} ${first.subscriptions}` };
  }
  const keptIn = (ledger: ReadonlyMap<string, Kept>) => sumOf([...ledger.values()], receivedOf);
  const hasNew = [...orders.keys()].some((order) => !first.orders.has(order));
  if (hasNew && !mayBuyAgain && keptIn(orders) > keptIn(first.orders)) {
    return { problem: `${reais(keptIn(orders))} was paid for all orders, ${usually} ${reais(keptIn(first.orders))}` };
  }
  let loss: Loss | undefined;
  for (const [order, usual] of first.orders) {
    const { captured, refunded, split } = orders.get(order) ?? { captured: 0, refunded: 0, split: '' };
    const kept = captured - refunded;
    const usuallyKept = usual.captured - usual.refunded;
    // A second payment may go back.
    if (kept === usuallyKept && split === usual.split) continue;
    if (kept === usuallyKept) return { problem: `${order} was split in another way than without a disruption` };
    // A payment that went back completely is a sale that was lost, unless only a part should go back.
    if (kept === 0 && (usual.refunded === 0 || refunded <= usual.refunded)) loss = 'lost sale';
    else if (kept > usual.captured || (kept > 0 && captured < usual.captured)) {
      return { problem: `${order} paid ${reais(captured)}, ${usually} ${reais(usual.captured)}` };
    } else if (kept < usuallyKept) {
      return { problem: `${order} got back ${reais(refunded)}, ${usually} ${reais(usual.refunded)}` };
    } else loss ??= 'refund not made';
  }
  return loss === undefined ? {} : { loss };
}
