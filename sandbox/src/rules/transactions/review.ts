/** Chargebacks, fraud analyses, and reviews by the merchant. */
import type { Work } from '../work.js';
import { decide, paidInFull } from './settle.js';
import { move } from './status.js';
import { statusOf, type Transaction } from './transaction.js';

/** The cardholder disputes the payment. */
export function chargeback(work: Work, transaction: Transaction): Transaction {
  return move(work, transaction, 'chargedback');
}

/** The shop wins the dispute, so the payment counts again. After `setStatus`, it may never have been paid. */
export function winChargeback(work: Work, transaction: Transaction): Transaction {
  const { amount, paid_amount } = transaction.value;
  return move(work, transaction, 'paid', paid_amount === null ? { value: paidInFull(amount) } : {});
}

/** The fraud analysis of the payment begins. */
export function analyze(work: Work, transaction: Transaction): Transaction {
  return move(work, transaction, 'analyzing', { hidden: { reviewed: 'processing' } });
}

/** The payment waits for a decision of the merchant. */
export function review(work: Work, transaction: Transaction): Transaction {
  const { reviewed = statusOf(transaction) } = transaction.hidden;
  return move(work, transaction, 'pending_review', { hidden: { reviewed } });
}

/** Ends the analysis or the review with an approval. Restores the former status, or lets the issuer decide a processing transaction. */
export function approve(work: Work, transaction: Transaction): Transaction {
  const { reviewed } = transaction.hidden;
  if (reviewed === 'paid' || reviewed === 'authorized') return move(work, transaction, reviewed);
  return decide(work, transaction);
}
