/** Ends pending transactions: the issuer decides, the buyer authenticates or pays, the time runs out, or a refund completes. */
import { aboveMost, CARD_EXPIRED, MINUTE } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { parameters } from 'payment-gateway-core/values';
import type { AuthenticationOutcome } from '../../acts/index.js';
import { stringFields } from '../input.js';
import { unprocessable } from '../refusals.js';
import { pageKey, pageUrl } from '../resource.js';
import type { DueRule, Wire, Work } from '../work.js';
import { isByCard } from './draft.js';
import { type Move, move } from './status.js';
import { asTransaction, type Hidden, heldAmount, type Start, statusOf, type Transaction } from './transaction.js';

export const REFUSED_BY_ISSUER = 'Não autorizado pelo emissor';
export const REFUSED_IN_REVIEW = 'Recusado na análise';

type Fields = Partial<Wire['Transaction']>;

/** Returns the status and the fields of a payment after the issuer's decision. Approves a `processing` card, because its decision is due. */
export function decided(
  work: Work,
  amount: number,
  { issuer, capture }: Pick<Hidden, 'issuer' | 'capture'>,
): { status: 'paid' | 'authorized' | 'refused'; value: Fields } {
  work.use('card-outcomes');
  if (issuer === 'expired') return refusal(CARD_EXPIRED);
  if (issuer === 'refused') return refusal(REFUSED_BY_ISSUER);
  return capture ? { status: 'paid', value: paidInFull(amount) } : { status: 'authorized', value: {} };
}

const refusal = (reason: string) =>
  ({ status: 'refused', value: { capture_amount: 0, paid_amount: null, refused_reason: { reason } } }) as const;

/** Returns whether money has come. From then on, only refunds and disputes change the amounts. */
const hasMoney = ({ value }: Transaction): boolean => value.paid_amount !== null;

/** Fails with 422 if money has come before, because it comes only once. */
export function requireNoMoney(transaction: Transaction): void {
  if (hasMoney(transaction)) throw unprocessable(`status: transaction ${transaction.id} was paid before`);
}

/** Returns the fields of a payment that ends. Money that has come goes back. */
export const withoutMoney = (work: Work, transaction: Transaction, value: Fields = {}): Move =>
  hasMoney(transaction) ? withRest(work, transaction, 0, value) : { value };

export const paidInFull = (amount: number) => ({ capture_amount: amount, paid_amount: amount });

/** Applies the issuer's decision: `processing` or `request_authentication` becomes `paid`, `authorized` or `refused`. */
export function decide(work: Work, transaction: Transaction): Transaction {
  const { status, value } = decided(work, transaction.value.amount, transaction.hidden);
  if (!hasMoney(transaction)) return move(work, transaction, status, { value });
  return status === 'refused'
    ? refuseTransaction(work, transaction, REFUSED_BY_ISSUER)
    : move(work, transaction, 'paid');
}

export function refuseTransaction(work: Work, transaction: Transaction, reason: string): Transaction {
  return move(work, transaction, 'refused', withoutMoney(work, transaction, { refused_reason: { reason } }));
}

/** Returns the fields of a payment after a refund. `rest`: the remaining amount in centavos. */
export function withRest(work: Work, transaction: Transaction, rest: number, value: Fields): Move {
  const variant = work.use('refund-rules');
  const keeps = variant === 'keeps-paid-amount' || variant === 'pending-keeps-paid-amount';
  return withHeld(transaction, rest, keeps, value);
}

/** Returns the fields of a payment with another remaining amount in centavos. `keeps`: its `paid_amount` does not show it. */
export function withHeld({ hidden }: Transaction, rest: number, keeps: boolean, value: Fields = {}): Move {
  return {
    value: { ...(!keeps && { paid_amount: rest }), ...value },
    ...((keeps || hidden.held !== undefined) && { hidden: { held: rest } }),
  };
}

/** Completes a pending refund of a part, or of the whole remaining amount. */
function finishPending(work: Work, transaction: Transaction): Transaction {
  const { value, hidden } = transaction;
  if (hidden.refunding === undefined) return finishRefund(work, transaction);
  const rest = heldAmount(value, hidden) - hidden.refunding;
  return move(work, transaction, 'paid', { amount: hidden.refunding, ...withRest(work, transaction, rest, {}) });
}

/** Completes a refund of the whole remaining amount. */
export function finishRefund(work: Work, transaction: Transaction, value: Fields = {}): Transaction {
  return move(work, transaction, 'refunded', withRest(work, transaction, 0, value));
}

/** Brings a pending transaction to its regular end. */
export function settle(work: Work, transaction: Transaction): Transaction {
  return statusOf(transaction) === 'pending_refund' ? finishPending(work, transaction) : decide(work, transaction);
}

/** Lets a refund or a capture without an amount mean the whole amount. Throws a 422 if the gateway wants one. */
export function allowNoAmount(work: Work, { amount }: JsonObject = {}): void {
  if (amount !== undefined && amount !== null) return;
  if (work.use('amount-left-out') === 'refused') throw unprocessable('amount: is required');
}

/** The buyer pays the whole amount, or another one in centavos. */
export function payAmount(work: Work, transaction: Transaction, amount = transaction.value.amount): Transaction {
  return move(work, transaction, 'paid', { amount, value: paidInFull(amount) });
}

/** Fails with 422 if the buyer cannot pay the amount. */
export function requirePayable(work: Work, transaction: Transaction, amount: number): void {
  requireNoMoney(transaction);
  const { id, amount: asked, payment_method: method } = transaction.value;
  if (amount === asked) return;
  if (method !== 'pix' && method !== 'boleto')
    throw unprocessable(
      `amount: transaction ${id} is paid by ${method}; only a Pix or a boleto can get another amount`,
    );
  const problem = aboveMost(method, amount);
  if (problem !== undefined) throw unprocessable(`amount: ${problem}`);
  if (work.use('paid-other-amount') === 'refused')
    throw unprocessable(`amount: pay exactly the ${asked} of transaction ${id}`);
}

export function expire(work: Work, transaction: Transaction): Transaction {
  work.use(transaction.value.payment_method === 'boleto' ? 'boleto-flow' : 'pix-flow');
  return move(work, transaction, 'canceled', withoutMoney(work, transaction));
}

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

/** Minutes until an authentication that the buyer abandons fails. */
const ABANDONED_MINUTES = parameters['three-d-secure-flow'].minutes;

const REASONS = { declined: 'Autenticação recusada', timed_out: 'Tempo de autenticação esgotado' };

/**
 * Ends the 3DS of a transaction. Refuses a transaction whose 3DS failed, or charges it without 3DS if the request has `onFailure: continue`.
 */
export function authenticate(work: Work, transaction: Transaction, outcome: AuthenticationOutcome): Transaction {
  const continues = transaction.hidden.authentication?.onFailure === 'continue';
  if (outcome === 'approved' || continues) return decide(work, transaction);
  return refuseTransaction(work, transaction, REASONS[outcome]);
}

/** Returns the fields of a transaction that waits for 3DS on a page of the issuer until a time limit. */
export function authentication(work: Work, threeDSecure: JsonObject) {
  const key = work.settings.randomKey();
  const isEndless = work.use('three-d-secure-flow') === 'stays-open';
  const hidden: Pick<Hidden, 'authentication' | 'next'> = {
    authentication: { ...stringFields(threeDSecure, ['urlSuccess', 'urlFail', 'onFailure']), key },
    next: 'expire',
  };
  return {
    status: 'request_authentication',
    value: { threeDSecure: { url: pageUrl(work, '3ds', key) } },
    hidden,
    ...(!isEndless && { due: work.now + ABANDONED_MINUTES * MINUTE }),
  } as const satisfies Omit<Start, 'hidden'> & { hidden: object };
}

/** The issuer asks for the authentication of a payment that it has not decided yet. */
export function challenge(work: Work, transaction: Transaction): Transaction {
  const { payment_method: method } = transaction.value;
  if (!isByCard(method)) throw unprocessable(`payment_method: is ${method}; only a payment by card is authenticated`);
  const { status, ...fields } = authentication(work, transaction.hidden.authentication ?? {});
  const keys = [...transaction.keys, pageKey(fields.hidden.authentication?.key ?? '')];
  return move(work, asTransaction(work.change(transaction, { keys })), status, fields);
}

/** Returns the address for the browser after 3DS. Undefined before the end of 3DS, or without an address in the request. */
export function redirectAfter(transaction: Transaction): string | undefined {
  const status = statusOf(transaction);
  if (status === 'request_authentication') return undefined;
  const { urlSuccess, urlFail } = transaction.hidden.authentication ?? {};
  return status === 'refused' ? urlFail : urlSuccess;
}
