/** Compares the books of a run. */
import { reais } from 'payment-gateway-contract/internal/codes';
import type { Payment, ShopOrder } from './books.js';

/** The name of payments without a reference. */
const ONE_ORDER = 'the order';

const holdsMoney = ({ received, authorized }: Payment): boolean => received > 0 || authorized > 0;

/**
 * Returns the first difference between the books of the gateway and of the shop. Without `orders`, it only looks for an order that was charged
 * twice. If no payment has a reference, the whole flow is one order.
 */
export function compareBooks(all: readonly Payment[], orders: readonly ShopOrder[] | undefined): string | undefined {
  const byOrder = paymentsByOrder(all.filter(holdsMoney));
  for (const [order, payments] of byOrder) {
    const charges = payments.filter((one, index) => !isRenewal(one, payments.slice(0, index)));
    if (charges.length > 1) return `${order} was charged ${times(charges.length)}: ${charges.map(shown).join(' and ')}`;
  }
  const believed = byOrder.has(ONE_ORDER) && byOrder.size === 1 && orders ? [sumOf(orders)] : (orders ?? []);
  for (const { order, paid } of believed) {
    const payments = byOrder.get(order) ?? [];
    byOrder.delete(order);
    const received = payments.reduce((sum, one) => sum + one.received, 0);
    if (received === paid) continue;
    const [first] = payments;
    if (first === undefined) return `${order}: the shop says ${reais(paid)} is paid, but the gateway received nothing`;
    return `${order}: the gateway received ${reais(received)} (transaction ${first.id}), but the shop says ${reais(paid)}`;
  }
  const [[stray] = []] = byOrder.values();
  return orders && stray && `${shown(stray)} belongs to no order of the shop`;
}

/** Returns the problems of the orders that the shop believes, by order. */
export function wrongOrders(payments: readonly Payment[], orders: readonly ShopOrder[]): Map<string, string> {
  const wrong = orders.flatMap((one) => {
    const problem = compareBooks(payments, [one]);
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

const isRenewal = ({ subscription }: Payment, before: readonly Payment[]): boolean =>
  subscription !== undefined && before.some((one) => one.subscription === subscription);

const sumOf = (orders: readonly ShopOrder[]): ShopOrder => {
  return { order: ONE_ORDER, paid: orders.reduce((sum, { paid }) => sum + paid, 0) };
};

const times = (count: number): string => (count === 2 ? 'twice' : `${count} times`);
const shown = ({ id, received, authorized }: Payment): string =>
  `transaction ${id} (${received > 0 ? `${reais(received)} paid` : `${reais(authorized)} authorized`})`;

/** What can be expected of the payments in a run. */
export interface Expected {
  /** The buyer pays another amount in this run. */
  readonly isOtherAmount: boolean;
  /** The orders before others acted, such as the back office. What was shipped then was shipped in good faith. */
  readonly before: readonly ShopOrder[] | undefined;
}

/** Returns what is wrong with the price or the shipment of an order that says them. */
export function compareShipments(
  payments: readonly Payment[],
  orders: readonly ShopOrder[],
  { isOtherAmount, before }: Expected,
): string | undefined {
  const byOrder = paymentsByOrder(payments);
  for (const { order, due, shipped = 0 } of orders) {
    const own = byOrder.get(order) ?? (orders.length === 1 ? byOrder.get(ONE_ORDER) : undefined) ?? [];
    const captured = own.reduce((sum, one) => sum + one.captured, 0);
    if (due !== undefined && captured > 0 && captured !== due && !isOtherAmount) {
      return `${order} costs ${reais(due)}, but ${reais(captured)} was captured`;
    }
    const count = Number(shipped);
    if (count > 1) return `${order} was shipped ${times(count)}`;
    const wasShipped = Number(before?.find((one) => one.order === order)?.shipped ?? 0);
    if (count <= wasShipped) continue;
    const held = own.reduce((sum, one) => sum + one.received + one.authorized, 0);
    if (held === 0) return `${order} was shipped, but the gateway received nothing`;
    if (due !== undefined && held < due) return `${order} was shipped for ${reais(held)}, but it costs ${reais(due)}`;
  }
  return undefined;
}

/** What the gateway did in a run, by order. */
export interface Ledger {
  readonly orders: ReadonlyMap<string, { readonly captured: number; readonly refunded: number }>;
  readonly subscriptions: number;
}

export function ledgerOf(payments: readonly Payment[], subscriptions: number): Ledger {
  const orders = [...paymentsByOrder(payments)].map(([order, list]) => {
    const sum = (name: 'captured' | 'refunded') => list.reduce((total, one) => total + one[name], 0);
    return [order, { captured: sum('captured'), refunded: sum('refunded') }] as const;
  });
  return { orders: new Map(orders), subscriptions };
}

/** What was lost without harm. */
export type Loss = 'lost sale' | 'refund not made';

/** Compares a run with the undisturbed one. Returns a problem, or what was lost without harm. */
export function compareLedgers(
  { orders, subscriptions }: Ledger,
  first: Ledger,
): { readonly problem?: string; readonly loss?: Loss } {
  const usually = 'and without a disruption';
  if (subscriptions > first.subscriptions) {
    return { problem: `${subscriptions} subscriptions go on, ${usually} ${first.subscriptions}` };
  }
  let loss: Loss | undefined;
  for (const [order, usual] of first.orders) {
    const { captured, refunded } = orders.get(order) ?? { captured: 0, refunded: 0 };
    const isKept = captured > refunded;
    // A payment that went back completely is a sale that was lost.
    if ((isKept && captured > usual.captured) || (captured > 0 && captured < usual.captured)) {
      return { problem: `${order} paid ${reais(captured)}, ${usually} ${reais(usual.captured)}` };
    }
    if (isKept && refunded > usual.refunded) {
      return { problem: `${order} got back ${reais(refunded)}, ${usually} ${reais(usual.refunded)}` };
    }
    if (!isKept && usual.captured > usual.refunded) loss = 'lost sale';
    else if (refunded < usual.refunded) loss ??= 'refund not made';
  }
  return loss === undefined ? {} : { loss };
}
