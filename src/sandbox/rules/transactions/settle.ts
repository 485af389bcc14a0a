/** What the issuer decides on a payment by card, and what is settled later. */
import type { Wire, Work } from '../work.js';
import { move } from './status.js';
import { type Hidden, statusOf, type Transaction } from './transaction.js';

export const REFUSED_BY_ISSUER = 'Não autorizado pelo emissor';

/** The state and the fields of a payment on which the issuer decided. */
export function decided(
  amount: number,
  { issuer, capture }: Pick<Hidden, 'issuer' | 'capture'>,
): {
  status: 'paid' | 'authorized' | 'refused';
  value: Partial<Wire['Transaction']>;
} {
  if (issuer === 'refused') return { status: 'refused', value: { refused_reason: { reason: REFUSED_BY_ISSUER } } };
  return capture ? { status: 'paid', value: paidInFull(amount) } : { status: 'authorized', value: {} };
}

export const paidInFull = (amount: number) => ({ capture_amount: amount, paid_amount: amount });

/** The issuer decides now: `processing` or `request_authentication` becomes `paid`, `authorized` or `refused`. */
export function decide(work: Work, transaction: Transaction, issuer = transaction.hidden.issuer): Transaction {
  const { status, value } = decided(transaction.value.amount, { ...transaction.hidden, ...(issuer && { issuer }) });
  return move(work, transaction, status, { value });
}

export function refuse(work: Work, transaction: Transaction, reason: string): Transaction {
  return move(work, transaction, 'refused', { value: { refused_reason: { reason } } });
}

/** A refund that was pending is done: nothing of the payment is left. */
export function finishRefund(
  work: Work,
  transaction: Transaction,
  value: Partial<Wire['Transaction']> = {},
): Transaction {
  const amount = transaction.hidden.refunding ?? transaction.value.paid_amount ?? 0;
  return move(work, transaction, 'refunded', { amount, value: { ...value, paid_amount: 0 } });
}

/** Whatever is pending comes to its regular end. */
export function settle(work: Work, transaction: Transaction): Transaction {
  return statusOf(transaction) === 'pending_refund' ? finishRefund(work, transaction) : decide(work, transaction);
}
