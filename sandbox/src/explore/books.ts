/** The gateway's books and those of the shop. */
import { reais } from 'payment-gateway-contract/internal/codes';
import { isObject, type JsonObject } from 'payment-gateway-contract/internal/util';
import { asTransaction, type Transaction } from '../rules/index.js';
import type { Unit } from '../state/index.js';

/** An order as the shop sees it. `paid` is in centavos, net of refunds. */
export interface ShopOrder {
  readonly order: string;
  readonly paid: number;
}

/** A payment that holds money: captured, or reserved on a card. */
export interface Payment {
  readonly id: number;
  readonly order: string | undefined;
  /** Captured minus refunded, in centavos. 0 for a payment that is only authorized. */
  readonly received: number;
  readonly authorized: number;
}

export type OrderOf = (transaction: JsonObject) => string | undefined;

const RETURNED = ['refunded', 'pending_refund', 'chargedback', 'canceled', 'refused'];

/** Returns the payments that hold money, oldest first. */
export function readPayments({ state }: Unit, orderOf: OrderOf): Payment[] {
  const { items } = state.list('transactions', { offset: 0, limit: state.list('transactions', NOTHING).total });
  const payments = items.toReversed().flatMap((id) => {
    const stored = state.object('transactions', id);
    if (stored === undefined) return [];
    const { status, amount } = asTransaction(stored).value;
    const received = receivedBy(asTransaction(stored));
    return [{ id, order: orderOf(stored.value), received, authorized: status === 'authorized' ? (amount ?? 0) : 0 }];
  });
  return payments.filter(({ received, authorized }) => received > 0 || authorized > 0);
}

const NOTHING = { offset: 0, limit: 0 };

/** Returns what the gateway received, from its history: `paid_amount` may follow another assumption. */
function receivedBy({ hidden: { history } }: Transaction): number {
  let received = 0;
  let before = '';
  for (const [status, amount] of history) {
    // A second `paid` in a row is a partial refund. A failed refund and an approved review lead back to `paid`.
    if (status === 'paid') received = before === 'paid' ? received - amount : received || amount;
    before = status;
  }
  return RETURNED.includes(before) ? 0 : received;
}

/** Returns a function that reads a field, such as `metadata.order`. */
export function orderAt(path: string): OrderOf {
  return (transaction) => {
    const found = path.split('.').reduce<unknown>((value, name) => parsed(value)[name], transaction);
    return found === undefined || found === null ? undefined : String(found);
  };
}

/** Returns `metadata.order`, or else `reference_key`. */
export const usualOrder: OrderOf = (transaction) =>
  orderAt('metadata.order')(transaction) ?? orderAt('reference_key')(transaction);

/** Shops may send metadata as JSON in a string. */
function parsed(metadata: unknown): JsonObject {
  if (typeof metadata !== 'string') return isObject(metadata) ? metadata : {};
  try {
    return parsed(JSON.parse(metadata));
  } catch {
    return {};
  }
}

/** Throws a TypeError that names the first item with a wrong shape. */
export function requireOrders(orders: unknown): readonly ShopOrder[] {
  const shape = "orders: must return [{ order: 'order-1', paid: 15990 }]";
  if (!Array.isArray(orders)) throw new TypeError(`${shape}, not ${typeof orders}`);
  const seen = new Set<string>();
  for (const [index, item] of orders.entries()) {
    const { order, paid } = Object(item) as Partial<ShopOrder>;
    if (typeof order !== 'string') throw new TypeError(`${shape}; order of item ${index + 1} must be a string`);
    if (!Number.isSafeInteger(paid) || Number(paid) < 0) {
      throw new TypeError(`${shape}; paid of item ${index + 1} must be whole centavos, 0 or more`);
    }
    if (seen.has(order)) throw new TypeError(`${shape}; item ${index + 1} repeats the order ${order.slice(0, 60)}`);
    seen.add(order);
  }
  return orders;
}

/**
 * Returns the first difference between the books. Without `orders`, it only looks for an order that was charged twice. If no payment has a
 * reference, the whole flow is one order.
 */
export function compareBooks(
  payments: readonly Payment[],
  orders: readonly ShopOrder[] | undefined,
): string | undefined {
  const isOneOrder = payments.length > 0 && payments.every(({ order }) => order === undefined);
  const believed = isOneOrder && orders ? [sumOf(orders)] : orders;
  const byOrder = new Map<string, Payment[]>();
  for (const payment of payments) {
    const { order = ONE_ORDER } = payment;
    byOrder.set(order, [...(byOrder.get(order) ?? []), payment]);
  }
  for (const [order, list] of byOrder) {
    if (list.length > 1) return `${order} was charged ${times(list.length)}: ${list.map(shown).join(' and ')}`;
  }
  for (const { order, paid } of believed ?? []) {
    const [payment] = byOrder.get(order) ?? [];
    byOrder.delete(order);
    const received = payment?.received ?? 0;
    if (received === paid) continue;
    if (payment === undefined)
      return `${order}: the shop says ${reais(paid)} is paid, but the gateway received nothing`;
    return `${order}: the gateway received ${reais(received)} (transaction ${payment.id}), but the shop says ${reais(paid)}`;
  }
  const [[stray] = []] = byOrder.values();
  return orders && stray && `${shown(stray)} belongs to no order of the shop`;
}

/** The name of payments without a reference. */
const ONE_ORDER = 'the order';

const sumOf = (orders: readonly ShopOrder[]): ShopOrder => {
  return { order: ONE_ORDER, paid: orders.reduce((sum, { paid }) => sum + paid, 0) };
};

const times = (count: number): string => (count === 2 ? 'twice' : `${count} times`);
const shown = ({ id, received, authorized }: Payment): string =>
  `transaction ${id} (${received > 0 ? `${reais(received)} paid` : `${reais(authorized)} authorized`})`;
