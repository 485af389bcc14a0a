import { addDays, businessDay, dayInSaoPaulo, paymentDate, splitAmount, timestamp } from 'payment-gateway-core/codes';
import { existing, first, listOf, ok, pageOfEntries } from '../resource.js';
import type { OperationHandler, OperationRules, Wire, Work } from '../work.js';
import { paymentsWithKey } from './create.js';
import { isByCard } from './draft.js';
import { asTransaction, type Hidden, heldAmount, TRANSACTIONS } from './transaction.js';

/** Lists all transactions, or those with the `reference_key`. */
const listTransactions: OperationHandler = (work, request) => {
  const key = first(request.query.reference_key);
  if (key === undefined || work.use('reference-key') === 'filter-ignored')
    return ok(listOf(work, TRANSACTIONS, request));
  const found = paymentsWithKey(work, key).map(({ value }) => value);
  return ok(pageOfEntries(work, found, request));
};

/** Lists one entry for each change, oldest first. */
const listTransactionHistory: OperationHandler = (work, request) => {
  work.use('history-shape');
  const { hidden } = asTransaction(existing(work, TRANSACTIONS, request.params.id));
  const entries = hidden.history.map(([status, amount, time], index): Wire['TransactionHistoryEntry'] => ({
    id: index + 1,
    status,
    amount,
    created_at: timestamp(time),
  }));
  return ok(pageOfEntries(work, entries, request));
};

/** Returns one entry per installment, with its amount and payout day. A failed payment has no entries. */
const listTransactionInstallments: OperationHandler = (work, request) => {
  work.use('installment-dates');
  const { value, hidden } = asTransaction(existing(work, TRANSACTIONS, request.params.id));
  const { status, installments } = value;
  if (status === 'refused' || status === 'canceled') return ok(pageOfEntries(work, [], request));
  // After a full refund, the parts show the captured amount.
  const amount = status === 'refunded' ? (value.capture_amount ?? 0) : heldAmount(value, hidden);
  const parts = splitAmount(amount, installments ?? 1).map((amount, index): Wire['TransactionInstallment'] => {
    const payment_date = payoutDay(value, hidden, index + 1);
    return { installment: index + 1, amount, status: installmentStatus(work, status, payment_date), payment_date };
  });
  return ok(pageOfEntries(work, parts, request));
};

/** Returns the payout day. A card sale is paid out in even steps, a Pix or a boleto on the next business day after its payment. */
function payoutDay({ created_at, payment_method }: Wire['Transaction'], { history }: Hidden, part: number): string {
  if (isByCard(payment_method)) return paymentDate(dayInSaoPaulo(Date.parse(created_at)), part);
  const paid = history.find(([status]) => status === 'paid')?.[2] ?? Date.parse(created_at);
  return businessDay(addDays(dayInSaoPaulo(paid), 1));
}

function installmentStatus(work: Work, status: string, day: string): Wire['InstallmentStatus'] {
  work.use('installment-status');
  if (status === 'refunded' || status === 'chargedback') return status;
  if (status !== 'paid' && status !== 'pending_refund') return 'pending';
  return day <= dayInSaoPaulo(work.now) ? 'paid_out' : 'due';
}

export const listRules = {
  listTransactions,
  listTransactionHistory,
  listTransactionInstallments,
} satisfies OperationRules;
