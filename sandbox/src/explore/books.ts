/** The books of the gateway. */
import type { OrderOf, Payment } from 'payment-gateway-contract/internal/books';
import { asTransaction, type Transaction } from '../rules/index.js';
import type { Stored, Unit } from '../state/index.js';

/** Statuses of a payment whose money has gone back, or never came. */
const RETURNED = ['refunded', 'chargedback', 'canceled', 'refused'];

/** Returns all objects of a kind, oldest first. */
export function objectsOf({ state }: Unit, kind: string): Stored[] {
  const { total } = state.list(kind, { offset: 0, limit: 0 });
  const { items } = state.list(kind, { offset: 0, limit: total });
  return items.toReversed().flatMap((id) => state.object(kind, id) ?? []);
}

/** Returns the payments, oldest first. */
export function readPayments(unit: Unit, orderOf: OrderOf): Payment[] {
  return objectsOf(unit, 'transactions').map((stored) => {
    const { id, value, hidden } = asTransaction(stored);
    const authorized = value.status === 'authorized' ? (value.amount ?? 0) : 0;
    const subscription = hidden.subscription?.toString();
    return { id: String(id), order: orderOf(value), subscription, ...sumsOf(hidden), authorized, isOpen: false };
  });
}

/** Returns the number of active subscriptions. */
export const liveSubscriptions = (unit: Unit): number =>
  objectsOf(unit, 'subscriptions').filter(
    ({ value: { status } }) => status !== 'canceled' && status !== 'incomplete_expired',
  ).length;

/** Returns the payments of the gateway, from its history: `paid_amount` may follow another assumption. */
function sumsOf({ history }: Transaction['hidden']) {
  let captured = 0;
  let refunded = 0;
  let pending = 0;
  let before = '';
  for (const [status, amount] of history) {
    const left = captured - refunded;
    // A second `paid` in a row is a partial refund, and so is the end of a pending one. A failed refund has the amount that was left.
    const isRefund = before === 'paid' || (before === 'pending_refund' && amount === pending && amount < left);
    if (status === 'paid' && isRefund) refunded += amount;
    else if (status === 'paid') captured ||= amount;
    else if (status === 'pending_refund') pending = amount;
    before = status;
  }
  if (RETURNED.includes(before)) refunded = captured;
  if (before === 'pending_refund') refunded += Math.min(pending, captured - refunded);
  return { captured, refunded };
}
