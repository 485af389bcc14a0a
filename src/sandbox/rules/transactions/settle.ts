/** How a pending transaction ends: the issuer decides, the buyer pays, time runs out, a refund is done. */
import type { DueRule, Wire, Work } from '../work.js';
import { move, requireStatus } from './status.js';
import { asTransaction, type Hidden, statusOf, type Transaction } from './transaction.js';

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

export const transactionDue: DueRule = (work, object) => {
  const transaction = asTransaction(object);
  switch (transaction.hidden.next) {
    case 'settle':
      settle(work, transaction);
      break;
    case 'pay':
      payWaiting(work, transaction);
      break;
    case 'expire':
      expire(work, transaction);
      break;
    default:
      work.change(transaction, { due: null });
  }
};

/** The buyer pays a PIX or a boleto. */
export function payWaiting(work: Work, transaction: Transaction): Transaction {
  requireStatus(transaction, 'pay it', ['waiting_payment']);
  return move(work, transaction, 'paid', { value: paidInFull(transaction.value.amount) });
}

export function expire(work: Work, transaction: Transaction): Transaction {
  requireStatus(transaction, 'let it expire', ['waiting_payment']);
  return move(work, transaction, 'canceled');
}
