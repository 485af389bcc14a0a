import { DAY } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { resources } from 'payment-gateway-core/values';
import { optionalAmountOf } from '../input.js';
import { unprocessable } from '../refusals.js';
import { existing, ok, requireStatus } from '../resource.js';
import type { OperationHandler, OperationRules, Work } from '../work.js';
import { withMetadata } from './metadata.js';
import { allowNoAmount, paidInFull, requireNoMoney } from './settle.js';
import { authorizedAt, CAPTURE_DAYS, move } from './status.js';
import { asTransaction, TRANSACTIONS, type Transaction } from './transaction.js';

function requireHeld(work: Work, { id, hidden }: Transaction): void {
  if (work.now <= authorizedAt(work, hidden) + CAPTURE_DAYS * DAY) return;
  work.use('authorization-expiry');
  throw unprocessable(
    `status: transaction ${id} was authorized more than ${CAPTURE_DAYS} days ago; the issuer no longer holds the amount`,
  );
}

const captureTransaction: OperationHandler = (work, { params, body }) => {
  allowNoAmount(work, body);
  const transaction = asTransaction(existing(work, TRANSACTIONS, params.id));
  return ok(capture(work, transaction, body).value);
};

/** Captures the whole amount, or a part in centavos. A partial capture releases the rest. */
export function capture(work: Work, transaction: Transaction, body: JsonObject = {}): Transaction {
  requireStatus(work, transaction, 'capture it', resources.captureTransaction.states);
  requireNoMoney(transaction);
  const { id, amount: authorized } = transaction.value;
  const asked = optionalAmountOf(body.amount, 'amount') ?? authorized;
  const variant = asked < authorized ? work.use('capture-rules') : undefined;
  if (variant === 'refuses-partial') throw unprocessable(`amount: capture all of transaction ${id} (${authorized})`);
  const amount = variant === 'captures-everything' ? authorized : asked;
  if (amount > authorized)
    throw unprocessable(`amount: ${amount} is more than the ${authorized} that transaction ${id} is authorized for`);
  requireHeld(work, transaction);
  return move(work, transaction, 'paid', {
    amount,
    value: { ...paidInFull(amount), ...withMetadata(work, transaction, body.metadata) },
  });
}

export const captureRules = { captureTransaction } satisfies OperationRules;
