/** Ends pending transactions: the issuer decides, the buyer pays, the time runs out, or a refund completes. */
import type { JsonObject } from 'payment-gateway-contract/internal/util';
import { unprocessable } from '../refusals.js';
import { type DueRule, rule, use, type Wire, type Work } from '../work.js';
import { type Move, move } from './status.js';
import { asTransaction, type Hidden, statusOf, type Transaction } from './transaction.js';

export const REFUSED_BY_ISSUER = 'Não autorizado pelo emissor';
export const REFUSED_IN_REVIEW = 'Recusado na análise';
const EXPIRED = 'Cartão vencido';

type Fields = Partial<Wire['Transaction']>;

/** Returns the status and the fields of a payment after the issuer's decision. Approves a `processing` card, because it is no longer pending. */
export const decided = rule(
  'card-outcomes',
  (
    amount: number,
    { issuer, capture }: Pick<Hidden, 'issuer' | 'capture'>,
  ): { status: 'paid' | 'authorized' | 'refused'; value: Fields } => {
    if (issuer === 'expired') return refusal(EXPIRED);
    if (issuer === 'refused') return refusal(REFUSED_BY_ISSUER);
    return capture ? { status: 'paid', value: paidInFull(amount) } : { status: 'authorized', value: {} };
  },
);

const refusal = (reason: string) =>
  ({ status: 'refused', value: { capture_amount: 0, paid_amount: null, refused_reason: { reason } } }) as const;

export const paidInFull = (amount: number) => ({ capture_amount: amount, paid_amount: amount });

/** Applies the issuer's decision: `processing` or `request_authentication` becomes `paid`, `authorized` or `refused`. */
export function decide(work: Work, transaction: Transaction): Transaction {
  const { status, value } = decided(transaction.value.amount, transaction.hidden);
  return move(work, transaction, status, { value });
}

export function refuse(work: Work, transaction: Transaction, reason: string): Transaction {
  const { status, value } = refusal(reason);
  return move(work, transaction, status, { value });
}

/** Returns the fields of a payment after a refund. `rest`: what remains of it in centavos. */
export function withRest(work: Work, { hidden }: Transaction, rest: number, value: Fields): Move {
  const keeps = work.variant('refund-rules') === 'keeps-paid-amount';
  return {
    value: { ...(!keeps && { paid_amount: rest }), ...value },
    ...((keeps || hidden.held !== undefined) && { hidden: { held: rest } }),
  };
}

/** Completes a refund of the whole remaining amount. */
export function finishRefund(work: Work, transaction: Transaction, value: Fields = {}): Transaction {
  return move(work, transaction, 'refunded', withRest(work, transaction, 0, value));
}

/** Brings a pending transaction to its regular end. */
export function settle(work: Work, transaction: Transaction): Transaction {
  return statusOf(transaction) === 'pending_refund' ? finishRefund(work, transaction) : decide(work, transaction);
}

/** Lets a refund or a capture without an amount mean the whole amount. Throws a 422 if the gateway wants one. */
export const allowNoAmount = rule('amount-left-out', (work: Work, { amount }: JsonObject = {}): void => {
  if (amount !== undefined && amount !== null) return;
  if (work.variant('amount-left-out') === 'refused') throw unprocessable('amount: is required');
});

/** The buyer pays the whole amount. */
export function payInFull(work: Work, transaction: Transaction): Transaction {
  return move(work, transaction, 'paid', { value: paidInFull(transaction.value.amount) });
}

/** The time to pay runs out. */
export function expire(work: Work, transaction: Transaction): Transaction {
  use(transaction.value.payment_method === 'boleto' ? 'boleto-flow' : 'pix-flow');
  return move(work, transaction, 'canceled');
}

/** The issuer drops an authorization that was not captured. It stays `authorized`, unless a variant cancels it. */
function lapse(work: Work, transaction: Transaction): Transaction {
  const isCanceled =
    work.variant('authorization-expiry') === 'cancels-itself' || work.assumed['refund-void'] === 'refused';
  const { next: _next, ...hidden } = transaction.hidden;
  return isCanceled
    ? move(work, transaction, 'canceled')
    : asTransaction(work.change(transaction, { hidden, due: null }));
}

const STEPS = { settle, pay: payInFull, expire, lapse };

export const transactionDue: DueRule = (work, object) => {
  const transaction = asTransaction(object);
  const { next } = transaction.hidden;
  if (next !== undefined) STEPS[next](work, transaction);
};
