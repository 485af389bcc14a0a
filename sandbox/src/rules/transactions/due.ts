/** What happens to a transaction at its due time. */
import type { DueRule, Work } from '../work.js';
import { authenticate } from './authenticate.js';
import { expire, payAmount, settle, withoutMoney } from './settle.js';
import { move } from './status.js';
import { asTransaction, statusOf, type Transaction } from './transaction.js';

/** The time of a buyer runs out: to pay, or to authenticate. */
export function timeOut(work: Work, transaction: Transaction): Transaction {
  if (statusOf(transaction) !== 'request_authentication') return expire(work, transaction);
  work.use('three-d-secure-flow');
  return authenticate(work, transaction, 'timed_out');
}

/** The issuer drops an authorization that was not captured. It stays `authorized`, unless a variant cancels it. */
function lapse(work: Work, transaction: Transaction): Transaction {
  const isCanceled = work.use('authorization-expiry') === 'cancels-itself' || work.assumed['refund-void'] === 'refused';
  const { next: _next, ...hidden } = transaction.hidden;
  return isCanceled
    ? move(work, transaction, 'canceled', withoutMoney(work, transaction))
    : asTransaction(work.change(transaction, { hidden, due: null }));
}

const STEPS = {
  settle,
  pay: (work: Work, transaction: Transaction) => payAmount(work, transaction),
  expire: timeOut,
  lapse,
};

export const transactionDue: DueRule = (work, object) => {
  const transaction = asTransaction(object);
  const { next } = transaction.hidden;
  if (next !== undefined) STEPS[next](work, transaction);
};
