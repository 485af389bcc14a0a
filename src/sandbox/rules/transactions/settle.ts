/** Ends pending transactions: the issuer decides, the buyer pays, the time runs out, or a refund completes. */
import { type DueRule, rule, type Wire, type Work } from '../work.js';
import { move, requireStatus } from './status.js';
import { asTransaction, type Hidden, statusOf, type Transaction } from './transaction.js';

export const REFUSED_BY_ISSUER = 'Não autorizado pelo emissor';
export const REFUSED_IN_REVIEW = 'Recusado na análise';
const EXPIRED = 'Cartão vencido';

interface Decision {
  readonly status: 'paid' | 'authorized' | 'refused';
  readonly value: Partial<Wire['Transaction']>;
}

/** Returns the status and the fields of a payment after the issuer's decision. Approves a `processing` card, because it is no longer pending. */
export const decided = rule(
  'card-outcomes',
  (amount: number, { issuer, capture }: Pick<Hidden, 'issuer' | 'capture'>): Decision => {
    if (issuer === 'refused' || issuer === 'expired') {
      const reason = issuer === 'expired' ? EXPIRED : REFUSED_BY_ISSUER;
      return { status: 'refused', value: { refused_reason: { reason } } };
    }
    return capture ? { status: 'paid', value: paidInFull(amount) } : { status: 'authorized', value: {} };
  },
);

export const paidInFull = (amount: number) => ({ capture_amount: amount, paid_amount: amount });

/** Applies the issuer's decision: `processing` or `request_authentication` becomes `paid`, `authorized` or `refused`. */
export function decide(work: Work, transaction: Transaction): Transaction {
  const { status, value } = decided(transaction.value.amount, transaction.hidden);
  return move(work, transaction, status, { value });
}

export function refuse(work: Work, transaction: Transaction, reason: string): Transaction {
  const value = { capture_amount: 0, paid_amount: null, refused_reason: { reason } };
  return move(work, transaction, 'refused', { value });
}

/** Completes a pending refund of the whole remaining amount. */
export function finishRefund(
  work: Work,
  transaction: Transaction,
  value: Partial<Wire['Transaction']> = {},
): Transaction {
  const amount = transaction.hidden.refunding ?? transaction.value.paid_amount ?? 0;
  return move(work, transaction, 'refunded', { amount, value: { ...value, paid_amount: 0 } });
}

/** Brings a pending transaction to its regular end. */
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
