import { resources } from '../../../../generated/resources.js';
import { DAY } from '../../../codes/days.js';
import { optionalAmountOf } from '../input.js';
import { unprocessable } from '../refusals.js';
import { existing, ok } from '../resource.js';
import type { OperationHandler, Work } from '../work.js';
import { withMetadata } from './metadata.js';
import { paidInFull } from './settle.js';
import { move, requireStatus } from './status.js';
import { asTransaction, KIND, type Transaction } from './transaction.js';

/** The issuer holds an authorized amount for so long. The transaction stays authorized after it. */
const CAPTURE_DAYS = 5;

export const captureTransaction: OperationHandler = (work, { params, body }) => {
  const transaction = asTransaction(existing(work, KIND, params.id));
  return ok(capture(work, transaction, body).value);
};

/** Captures all of it, or a smaller amount (centavos), which releases the rest. */
export function capture(
  work: Work,
  transaction: Transaction,
  { amount: sent, metadata }: { readonly amount?: unknown; readonly metadata?: unknown } = {},
): Transaction {
  requireStatus(transaction, 'capture it', resources.captureTransaction.states);
  const { id, amount: authorized } = transaction.value;
  const amount = optionalAmountOf(sent, 'amount') ?? authorized;
  if (amount > authorized)
    throw unprocessable(`amount: ${amount} is more than the ${authorized} that transaction ${id} is authorized for`);
  // The last change of an authorized transaction is its authorization.
  const since = transaction.hidden.history.at(-1)?.[2] ?? work.now;
  if (work.now > since + CAPTURE_DAYS * DAY) {
    throw unprocessable(
      `transaction ${id} was authorized more than ${CAPTURE_DAYS} days ago; the issuer holds the amount no longer`,
    );
  }
  return move(work, transaction, 'paid', {
    amount,
    value: { ...paidInFull(amount), ...withMetadata(transaction, metadata) },
  });
}
