/** Compares the orders of a shop with the payments of a gateway. Reads neither a server nor a clock. */
import { reais } from '../codes/index.js';
import type { Order } from './orders.js';

/** A payment, with amounts in centavos. */
export interface Payment {
  readonly id: string;
  readonly order: string | undefined;
  /** The subscription that it renews. Renewals of one subscription are not charged twice. */
  readonly subscription: string | undefined;
  /** The captured amount, refunds included. */
  readonly captured: number;
  /** The amount of refunds and chargebacks. */
  readonly refunded: number;
  /** The authorized amount that is not captured yet. */
  readonly authorized: number;
  /** No amount can be read, so the amounts are 0. */
  readonly isUnreadable?: boolean;
  /** The amounts may still change without an action of the shop. */
  readonly isOpen: boolean;
}

/** In the order of a report. */
export const differenceKinds = [
  'charged-twice',
  'payment-without-order',
  'order-without-payment',
  'other-amount',
  'refund',
] as const;

/** `refund`: the captured amounts agree, but the refunded amounts differ. */
export type DifferenceKind = (typeof differenceKinds)[number];

/** A difference between both books. Amounts are in centavos, without refunds. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly order: string | undefined;
  /** The paid amount that the shop reports. Undefined for a payment without an order. */
  readonly shop: number | undefined;
  /** What the gateway received. */
  readonly gateway: number;
  /** The payments of the order that hold or held money, or whose money is on its way. */
  readonly payments: readonly Payment[];
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** Differences that money on its way can explain. */
  readonly open: readonly Difference[];
}

/** Returns every difference, in the order of `differenceKinds`. An order has at most one: the first that fits. */
export function compareOrders(payments: readonly Payment[], orders: readonly Order[]): Comparison {
  const byOrder = new Map(orders.map(({ order }) => [order, [] as Payment[]]));
  const strays: Payment[] = [];
  for (const payment of payments) {
    const own = payment.order === undefined ? strays : (byOrder.get(payment.order) ?? strays);
    own.push(payment);
  }
  const found = [
    ...orders.flatMap((order) => differenceOf(order, byOrder.get(order.order) ?? []) ?? []),
    ...strays.filter(holdsMoney).map(strayPayment),
  ].sort((a, b) => differenceKinds.indexOf(a.difference.kind) - differenceKinds.indexOf(b.difference.kind));
  const select = (isOpen: boolean) => found.filter((one) => one.isOpen === isOpen).map(({ difference }) => difference);
  return { differences: select(false), open: select(true) };
}

interface Found {
  readonly difference: Difference;
  readonly isOpen: boolean;
}

const received = ({ captured, refunded }: Payment): number => captured - refunded;
const holdsMoney = (payment: Payment): boolean => received(payment) > 0 || payment.authorized > 0;

const strayPayment = (payment: Payment): Found => ({
  difference: {
    ...{ kind: 'payment-without-order', order: payment.order, shop: undefined },
    ...{ gateway: received(payment), payments: [payment] },
  },
  isOpen: payment.isOpen,
});

function differenceOf({ order, paid, refunded, due }: Order, all: readonly Payment[]): Found | undefined {
  const sum = (amountOf: (payment: Payment) => number) => all.reduce((total, one) => total + amountOf(one), 0);
  const captured = sum((one) => one.captured);
  const gone = sum((one) => one.refunded);
  const authorized = sum((one) => one.authorized);
  const gateway = captured - gone;
  const payments = all.filter((one) => one.captured > 0 || one.authorized > 0 || one.isOpen);
  const found = (kind: DifferenceKind, isOpen = all.some((one) => one.isOpen)): Found => ({
    difference: { kind, order, shop: paid, gateway, payments },
    isOpen,
  });
  const charges = all.filter(holdsMoney).filter((one, index, holding) => !isRenewal(one, holding.slice(0, index)));
  // A captured payment is a charge, also if it is young. An authorization may still lapse.
  const certain = charges.filter((one) => received(one) > 0 || !one.isOpen);
  // Parts of a price never exceed it together, also after a refund of one.
  if (charges.length > 1 && gateway + authorized > (due ?? 0)) {
    const held = certain.reduce((total, one) => total + received(one) + one.authorized, 0);
    return found('charged-twice', certain.length < 2 || held <= (due ?? 0));
  }
  if (gateway === paid && (refunded ?? gone) === gone) return undefined;
  if (captured === 0 && authorized === 0) return found('order-without-payment');
  return found(captured === paid + (refunded ?? 0) ? 'refund' : 'other-amount');
}

const isRenewal = ({ subscription }: Payment, before: readonly Payment[]): boolean =>
  subscription !== undefined && before.some((one) => one.subscription === subscription);

/** Returns a difference as a sentence. The names in it are those of the shop and of the gateway. */
export function sentenceOf({ kind, order, shop = 0, gateway, payments }: Difference): string {
  const listed = payments.map(shown).join(' and ');
  const says = `the shop says ${reais(shop)}`;
  const isUnreadable = payments.some((one) => one.isUnreadable);
  const readable = isUnreadable && gateway === 0 ? '' : reais(gateway);
  const unreadable = isUnreadable && 'an amount that cannot be read';
  const receives = `the gateway received ${[readable, unreadable].filter(Boolean).join(' and ')}`;
  if (kind === 'payment-without-order')
    return `${listed} belongs to no order of the shop${order === undefined ? '' : ` (it names ${order})`}`;
  if (kind === 'charged-twice') return `${order}: ${listed}; ${says}`;
  if (payments.length === 0) return `${order}: ${says}, but the gateway has no payment`;
  return `${order}: ${says}, but ${receives}: ${listed}`;
}

function shown({ id, captured, refunded, authorized, isUnreadable, isOpen }: Payment): string {
  const parts = [
    isUnreadable === true && 'its amount cannot be read',
    captured > 0 && `${reais(captured)} captured`,
    refunded > 0 && `${reais(refunded)} gone back`,
    authorized > 0 && `${reais(authorized)} authorized`,
    isOpen && !isUnreadable && 'may still change',
  ].filter((part) => part !== false);
  return `transaction ${id} (${parts.join(', ') || 'nothing received'})`;
}
