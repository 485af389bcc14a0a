/** Chargebacks, fraud analyses, and reviews by the merchant. */
import type { JsonObject } from 'payment-gateway-core/util';
import { optionalAmountOf } from '../input.js';
import { unprocessable } from '../refusals.js';
import type { Stored, Work } from '../work.js';
import { decide, paidInFull, withHeld } from './settle.js';
import { announce, move, write } from './status.js';
import { heldAmount, statusOf, TRANSACTIONS, type Transaction } from './transaction.js';

/** The buyer disputes all that is left of the payment, or a part in centavos. */
export function chargeback(work: Work, transaction: Transaction, options: JsonObject = {}): Transaction {
  const { id, paid_amount } = transaction.value;
  const part = optionalAmountOf(options.amount, 'amount');
  const left = paid_amount === null ? 0 : heldAmount(transaction.value, transaction.hidden);
  if (part === undefined || part === left) return move(work, transaction, 'chargedback');
  if (part > left) throw unprocessable(`amount: ${part} is more than the ${left} that is left of transaction ${id}`);
  return dispute(work, transaction, part);
}

/** A part of the payment goes to the buyer, or comes back (less than 0). The status stays `paid`. */
function dispute(work: Work, transaction: Transaction, part: number): Transaction {
  const variant = work.use('partial-chargeback');
  const { value, hidden } = transaction;
  const changed = withHeld(transaction, heldAmount(value, hidden) - part, variant === 'keeps-paid-amount');
  const written = write(work, transaction, 'paid', {
    ...changed,
    amount: Math.abs(part),
    hidden: { ...changed.hidden, disputed: (hidden.disputed ?? 0) + part },
  });
  return variant === 'sends-event' ? announce(work, written) : written;
}

/** Returns whether the buyer disputes a part of a payment that is still paid. */
export const isDisputed = ({ kind, value, hidden }: Stored): boolean =>
  kind === TRANSACTIONS && value.status === 'paid' && Number(hidden.disputed) > 0;

/** The shop wins the dispute, so the payment, or its disputed part, counts again. After `setStatus`, it may never have been paid. */
export function winChargeback(work: Work, transaction: Transaction): Transaction {
  if (isDisputed(transaction)) return dispute(work, transaction, -(transaction.hidden.disputed ?? 0));
  const { amount, paid_amount } = transaction.value;
  return move(work, transaction, 'paid', paid_amount === null ? { value: paidInFull(amount) } : {});
}

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
