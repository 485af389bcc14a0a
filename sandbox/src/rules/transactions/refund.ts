import { DAY } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { booleanOf } from 'payment-gateway-core/util';
import { parameters, resources } from 'payment-gateway-core/values';
import { optionalAmountOf } from '../input.js';
import { unprocessable, wrongState } from '../refusals.js';
import { existing, ok, requireStatus } from '../resource.js';
import type { OperationHandler, OperationRules, Wire, Work } from '../work.js';
import { withMetadata } from './metadata.js';
import { allowNoAmount, finishRefund, withoutMoney, withRest } from './settle.js';
import { announce, move, write } from './status.js';
import { asTransaction, heldAmount, statusOf, TRANSACTIONS, type Transaction } from './transaction.js';

const refundTransaction: OperationHandler = (work, { params, body }) => {
  allowNoAmount(work, body);
  const transaction = asTransaction(existing(work, TRANSACTIONS, params.id));
  return ok(refund(work, transaction, body).value);
};

/** Refunds the rest of a payment, or a part in centavos. Voids an authorized transaction, always completely. */
export function refund(work: Work, transaction: Transaction, body: JsonObject = {}): Transaction {
  requireStatus(work, transaction, 'refund it', resources.refundTransaction.states);
  const amount = optionalAmountOf(body.amount, 'amount');
  const metadata = withMetadata(work, transaction, body.metadata);
  if (statusOf(transaction) === 'authorized') return voided(work, transaction, amount, metadata);

  const { id, paid_amount, payment_method } = transaction.value;
  const variant = work.use('refund-rules');
  const left = paid_amount === null ? 0 : heldAmount(transaction.value, transaction.hidden);
  const back = amount ?? left;
  if (variant === 'refused-when-old') requireRecent(work, transaction);
  if (back > left) throw unprocessable(`amount: ${back} is more than the ${left} that is left of transaction ${id}`);
  if (back < left) {
    if (variant === 'refuses-partial')
      throw unprocessable(`amount: refund all that is left of transaction ${id} (${left})`);
    if (variant === 'partial-is-pending' || variant === 'pending-keeps-paid-amount')
      return pendRefund(work, transaction, back, metadata);
    const refunded = write(work, transaction, 'paid', {
      amount: back,
      ...withRest(work, transaction, left - back, metadata),
    });
    // The status stays `paid`.
    return variant === 'partial-sends-event' ? announce(work, refunded) : refunded;
  }
  const isLater = payment_method === 'pix' || payment_method === 'boleto' || variant === 'pending-for-cards';
  if (!isLater && booleanOf(body.async) !== true) return finishRefund(work, transaction, metadata);
  return pendRefund(work, transaction, undefined, metadata);
}

/** Days after the payment in which a variant allows a refund. */
const REFUND_DAYS = parameters['refund-rules'].days;

function requireRecent(work: Work, { id, hidden: { history } }: Transaction): void {
  const [, , paidAt = work.now] = history.find(([status]) => status === 'paid') ?? [];
  if (work.now <= paidAt + REFUND_DAYS * DAY) return;
  throw unprocessable(
    `status: transaction ${id} was paid more than ${REFUND_DAYS} days ago; the gateway no longer refunds it`,
  );
}

/** Begins a refund that settles later. `refunding`: the part in centavos; undefined: all that is left. */
export function pendRefund(
  work: Work,
  transaction: Transaction,
  refunding: number | undefined,
  value: Partial<Wire['Transaction']> = {},
): Transaction {
  const hidden = { next: 'settle' as const, ...(refunding !== undefined && { refunding }) };
  const due = work.now + work.settings.settleMs;
  return move(work, transaction, 'pending_refund', { value, hidden, due, amount: refunding });
}

function voided(
  work: Work,
  transaction: Transaction,
  amount: number | undefined,
  value: Partial<Wire['Transaction']>,
): Transaction {
  const { id, amount: authorized } = transaction.value;
  if (work.use('refund-void') === 'refused') throw wrongState(transaction, 'refund it', ['paid']);
  if (amount === undefined || amount === authorized)
    return move(work, transaction, 'canceled', withoutMoney(work, transaction, value));
  throw unprocessable(`amount: transaction ${id} is not captured; refund all of it (${authorized})`);
}

export const refundRules = { refundTransaction } satisfies OperationRules;
