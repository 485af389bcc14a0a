import type { DueRule, Work } from '../work.js';
import { paidInFull, settle } from './settle.js';
import { move, requireStatus } from './status.js';
import { asTransaction, type Transaction } from './transaction.js';

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
