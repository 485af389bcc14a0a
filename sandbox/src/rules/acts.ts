/** Acts from outside the API: the buyer pays, the issuer decides, time runs out. Each fails with 422 if the state does not allow it. */
import type { JsonObject } from 'payment-gateway-contract/internal/util';
import { failCard } from './cards.js';
import { optionalAmountOf } from './input.js';
import { nameOf } from './kinds.js';
import { type Checkout, checkout } from './link-checkout.js';
import { changeLink } from './links.js';
import { unprocessable } from './refusals.js';
import { existing } from './resource.js';
import { paymentOutcome, type Subscription } from './subscription-state.js';
import { retry } from './subscriptions/charge.js';
import { cancel, end, requireStatus as requireSubscriptionStatus } from './subscriptions/subscriptions.js';
import { AUTHENTICATION_OUTCOMES, authenticate, challenge } from './transactions/authenticate.js';
import { capture } from './transactions/capture.js';
import { timeOut } from './transactions/due.js';
import { refund } from './transactions/refund.js';
import { analyze, approve, chargeback, review, winChargeback } from './transactions/review.js';
import {
  payAmount,
  REFUSED_BY_ISSUER,
  REFUSED_IN_REVIEW,
  refuse,
  requirePayable,
  settle,
} from './transactions/settle.js';
import { move, requireStatus, setStatus } from './transactions/status.js';
import {
  asTransaction,
  type Status,
  statusOf,
  KIND as TRANSACTIONS,
  type Transaction,
} from './transactions/transaction.js';
import type { Kind, Stored, Work } from './work.js';

/**
 * Acts on the object with this kind and id, and returns the object that it changed or created. Throws a `Refusal`: 404 for an unknown id, 422 if
 * the state or the kind does not allow the act.
 */
export type Act = (work: Work, kind: Kind, id: number, options?: JsonObject) => Stored;

/** Returns an act with one handler per kind. */
function act(name: string, kinds: Readonly<Record<Kind, (work: Work, object: never, options: never) => Stored>>): Act {
  return (work, kind, id, options = {}) => {
    const does = kinds[kind];
    if (does === undefined)
      throw unprocessable(`${name}: cannot be done to ${kind}, only to ${Object.keys(kinds).join(', ')}`);
    // Only the rules write objects, so the object has the type that the handler of its kind takes.
    return does(work, existing(work, kind, id) as never, options as never);
  };
}

/** Refuses the fields of a new payment, because a field that has no effect would look like a part of the payment. */
function refuseFields({ kind, id }: Stored, fields: JsonObject): void {
  const [field] = Object.keys(fields);
  if (field === undefined) return;
  throw unprocessable(`${field}: only a link takes the fields of a payment; ${nameOf(kind)} ${id} has its own`);
}

export const acts = {
  /** Pays a transaction; a PIX or a boleto also with another `amount`. For a link, it creates a transaction of the link. For a subscription with a failed charge, it charges again. */
  pay: act('pay', { transactions: pay, links: payLink, subscriptions: payAgain }),
  /** A buyer starts a payment on the page of a link, with `payment_method` and its fields. Returns the transaction. */
  checkout: act('checkout', { links: checkout }),
  /** The merchant captures in the back office: the whole amount, or `amount` centavos. */
  capture: act('capture', { transactions: capture }),
  /** The merchant refunds in the back office: the remaining amount, or `amount` centavos. */
  refund: act('refund', { transactions: refund }),
  /** Brings a pending transaction to its regular end, as after the settle delay. */
  settle: act('settle', { transactions: settleNow }),
  /** The cardholder disputes a payment. */
  chargeback: act('chargeback', { transactions: chargeback }),
  /** The shop wins the dispute about a payment. */
  winChargeback: act('winChargeback', { transactions: winChargeback }),
  /** Sends a pending payment to a fraud analysis, which `approve`, `decline` or `review` ends. */
  analyze: act('analyze', { transactions: analyze }),
  /** Sends a payment to a review, which `approve` or `decline` ends. */
  review: act('review', { transactions: review }),
  /** Approves a review or an analysis: the transaction continues from its former status. */
  approve: act('approve', { transactions: approve }),
  /** Sets any `status`, even one that the contract does not have. Nothing else changes. */
  setStatus: act('setStatus', { transactions: setStatus }),
  /** The issuer refuses, the authentication fails, a review or an analysis ends badly, or a pending refund fails. */
  decline: act('decline', { transactions: decline }),
  /** The time runs out for a transaction that waits for the buyer, or for a link. The periods of a subscription are over. */
  expire: act('expire', { transactions: expireNow, links: endLink('expired'), subscriptions: end }),
  /** The merchant voids an authorized payment, or ends a link or a subscription. */
  cancel: act('cancel', { transactions: cancelAuthorized, links: endLink('canceled'), subscriptions: cancel }),
  /** The issuer asks the cardholder of a pending payment to authenticate. */
  challenge: act('challenge', { transactions: challenge }),
  /** Ends 3DS. `outcome` is approved, declined or timed_out. */
  authenticate: act('authenticate', { transactions: authenticateWith }),
  /** Makes the issuer refuse the card, or the card of the subscription, from now on. Returns the card. */
  fail: act('fail', { cards: failCard, subscriptions: failCardOf }),
} satisfies Record<string, Act>;

function pay(work: Work, transaction: Transaction, { amount, ...fields }: JsonObject = {}): Transaction {
  refuseFields(transaction, fields);
  requireStatus(transaction, 'pay it', [
    ...(['waiting_payment', 'authorized', 'processing', 'request_authentication'] as const),
    ...(mayBePaidLate(work, transaction) ? (['canceled'] as const) : []),
  ]);
  const paid = optionalAmountOf(amount, 'amount') ?? transaction.value.amount;
  requirePayable(work, transaction, paid);
  return statusOf(transaction) === 'authorized' ? capture(work, transaction) : payAmount(work, transaction, paid);
}

/** Returns whether a bank may report the payment of a canceled transaction. */
function mayBePaidLate(work: Work, { value: { status, payment_method: method } }: Transaction): boolean {
  if (status !== 'canceled') return false;
  if (method === 'pix') return work.variant('pix-flow') === 'paid-after-cancel';
  return method === 'boleto' && work.variant('boleto-flow') === 'paid-after-cancel';
}

function payLink(work: Work, link: Stored, options: Checkout): Transaction {
  const transaction = checkout(work, link, options);
  return statusOf(transaction) === 'waiting_payment' ? payAmount(work, transaction) : transaction;
}

/** Pays the open charge of the current period, or charges again. */
function payAgain(work: Work, subscription: Subscription, fields: JsonObject): Stored {
  refuseFields(subscription, fields);
  requireSubscriptionStatus(subscription, 'pay it', ['pending_payment', 'unpaid']);
  const { kind, id, hidden } = subscription;
  const charge = hidden.charge === undefined ? undefined : work.seek(TRANSACTIONS, hidden.charge);
  if (charge === undefined || paymentOutcome(charge) !== 'open') return retry(work, subscription);
  pay(work, asTransaction(charge));
  return existing(work, kind, id);
}

function endLink(status: string) {
  return (work: Work, link: Stored): Stored => changeLink(work, link, { status });
}

function settleNow(work: Work, transaction: Transaction): Transaction {
  requireStatus(transaction, 'settle it', ['processing', 'request_authentication', 'pending_refund']);
  if (statusOf(transaction) === 'request_authentication') return authenticate(work, transaction, 'approved');
  return settle(work, transaction);
}

function decline(work: Work, transaction: Transaction): Transaction {
  requireStatus(transaction, 'decline it', [
    'processing',
    'request_authentication',
    'pending_refund',
    'pending_review',
    'analyzing',
  ]);
  const status = statusOf(transaction);
  if (status === 'request_authentication') return authenticate(work, transaction, 'declined');
  if (status === 'processing') return refuse(work, transaction, REFUSED_BY_ISSUER);
  if (status === 'pending_review' || status === 'analyzing') return refuse(work, transaction, REFUSED_IN_REVIEW);
  // The refund failed, so the remaining amount stays paid.
  return move(work, transaction, 'paid');
}

function expireNow(work: Work, transaction: Transaction): Transaction {
  const waits: Status[] = ['waiting_payment'];
  if (transaction.value.payment_method === 'pix') waits.push('processing');
  requireStatus(transaction, 'let it expire', [...waits, 'request_authentication']);
  return timeOut(work, transaction);
}

function cancelAuthorized(work: Work, transaction: Transaction): Transaction {
  requireStatus(transaction, 'cancel it', ['authorized']);
  return refund(work, transaction);
}

function failCardOf(work: Work, { kind, id, value: { card } }: Subscription): Stored {
  if (card === undefined) throw unprocessable(`card: ${nameOf(kind)} ${id} has none`);
  return failCard(work, existing(work, 'cards', card.card_id));
}

function authenticateWith(work: Work, transaction: Transaction, { outcome: sent }: JsonObject): Transaction {
  const outcome = AUTHENTICATION_OUTCOMES.find((one) => one === sent);
  if (outcome === undefined) throw unprocessable(`outcome: must be ${AUTHENTICATION_OUTCOMES.join(', ')}`);
  return authenticate(work, transaction, outcome);
}
