import { resources } from '../../../../generated/resources.js';
import { flag, optionalAmountOf } from '../input.js';
import { unprocessable } from '../refusals.js';
import { existing, ok } from '../resource.js';
import { type OperationHandler, rule, type Wire, type Work } from '../work.js';
import { withMetadata } from './metadata.js';
import { finishRefund } from './settle.js';
import { move, note, requireStatus } from './status.js';
import { asTransaction, KIND, statusOf, type Transaction } from './transaction.js';

export const refundTransaction = rule<OperationHandler>('refund-rules', (work, { params, body }) => {
  const transaction = asTransaction(existing(work, KIND, params.id));
  return ok(refund(work, transaction, body).value);
});

/** Refunds the rest of a payment, or a part in centavos. Voids an authorized transaction, always completely. */
export function refund(
  work: Work,
  transaction: Transaction,
  {
    amount: sent,
    async,
    metadata: added,
  }: { readonly amount?: unknown; readonly async?: unknown; readonly metadata?: unknown } = {},
): Transaction {
  requireStatus(transaction, 'refund it', resources.refundTransaction.states);
  const amount = optionalAmountOf(sent, 'amount');
  const metadata = withMetadata(transaction, added);
  if (statusOf(transaction) === 'authorized') return voided(work, transaction, amount, metadata);

  const { id, paid_amount, payment_method } = transaction.value;
  const left = paid_amount ?? 0;
  const back = amount ?? left;
  if (back > left) throw unprocessable(`amount: ${back} is more than the ${left} that is left of transaction ${id}`);
  if (back < left) return note(work, transaction, back, { paid_amount: left - back, ...metadata });
  const later = payment_method === 'pix' || payment_method === 'boleto' || flag(async) === true;
  if (!later) return finishRefund(work, transaction, metadata);
  return move(work, transaction, 'pending_refund', {
    amount: back,
    value: metadata,
    hidden: { refunding: back, next: 'settle' },
    due: work.now + work.settings.settleMs,
  });
}

const voided = rule(
  'refund-void',
  (
    work: Work,
    transaction: Transaction,
    amount: number | undefined,
    value: Partial<Wire['Transaction']>,
  ): Transaction => {
    const { id, amount: authorized } = transaction.value;
    if (amount === undefined || amount === authorized) return move(work, transaction, 'canceled', { value });
    throw unprocessable(`amount: transaction ${id} is not captured; refund all of it (${authorized})`);
  },
);
