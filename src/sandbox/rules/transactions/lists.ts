import { dayInSaoPaulo, timestamp } from '../../../codes/days.js';
import { paymentDate, splitAmount } from '../../../codes/installments.js';
import { existing, first, listOf, ok, pageOfEntries } from '../resource.js';
import type { OperationHandler, Wire } from '../work.js';
import { referenceKey } from './open.js';
import { asTransaction, KIND } from './transaction.js';

/** All of them, or the one that has the `reference_key`. */
export const listTransactions: OperationHandler = (work, request) => {
  const key = first(request.query.reference_key);
  if (key === undefined) return ok(listOf(work, KIND, request));
  const found = work.find(KIND, referenceKey(key));
  return ok(pageOfEntries(found === undefined ? [] : [found.value], request));
};

/** One entry for each change, oldest first: what was created, captured, given back. */
export const listTransactionHistory: OperationHandler = (work, request) => {
  const { hidden } = asTransaction(existing(work, KIND, request.params.id));
  const entries = hidden.history.map(([status, amount, time], index): Wire['TransactionHistoryEntry'] => ({
    id: index + 1,
    status,
    amount,
    created_at: timestamp(time),
  }));
  return ok(pageOfEntries(entries, request));
};

/** One part for each installment, of what was captured or else of the amount, on the days of the fee simulation. */
export const listTransactionInstallments: OperationHandler = (work, request) => {
  const { value } = asTransaction(existing(work, KIND, request.params.id));
  const saleDate = dayInSaoPaulo(Date.parse(value.created_at));
  const parts = splitAmount(value.capture_amount || value.amount, value.installments ?? 1).map(
    (amount, index): Wire['TransactionInstallment'] => ({
      installment: index + 1,
      amount,
      status: value.status,
      payment_date: paymentDate(saleDate, index + 1),
    }),
  );
  return ok(pageOfEntries(parts, request));
};
