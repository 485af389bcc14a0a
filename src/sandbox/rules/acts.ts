/** Acts from outside the API: the buyer pays, the issuer decides, time runs out. Each fails with 422 if the state does not allow it. */
import type { JsonObject } from '../../contract/json.js';
import { failCard } from './cards.js';
import { type Checkout, checkout } from './checkout.js';
import { string } from './input.js';
import { nameOf } from './kinds.js';
import { changeLink } from './links.js';
import { unprocessable, wrongState } from './refusals.js';
import { existing } from './resource.js';
import { asSubscription, paymentOutcome, type Subscription, statusOf as subscriptionStatus } from './subscription.js';
import { retry } from './subscriptions/charge.js';
import { cancel } from './subscriptions/subscriptions.js';
import { AUTHENTICATION_OUTCOMES, type AuthenticationOutcome, authenticate } from './transactions/authenticate.js';
import { capture } from './transactions/capture.js';
import { refund } from './transactions/refund.js';
import { APPROVE_FROM, approve, CHARGEBACK_FROM, chargeback, REVIEW_FROM, review } from './transactions/review.js';
import {
  expire,
  paidInFull,
  payWaiting,
  REFUSED_BY_ISSUER,
  REFUSED_IN_REVIEW,
  refuse,
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

type ActHandler = (work: Work, object: Stored, options: JsonObject) => Stored;

/** An act with one handler per kind. */
function act(name: string, kinds: Readonly<Record<Kind, ActHandler>>): Act {
  return (work, kind, id, options = {}) => {
    const does = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (does === undefined)
      throw unprocessable(`${name}: cannot be done to ${kind}, only to ${Object.keys(kinds).join(', ')}`);
    return does(work, existing(work, kind, id), options);
  };
}

const onTransaction =
  (does: (work: Work, transaction: Transaction, options: JsonObject) => Transaction): ActHandler =>
  (work, object, options) =>
    does(work, asTransaction(object), options);

export const acts = {
  /** A transaction is paid; a link is paid on its page, which makes a transaction; a subscription whose charge failed is charged again. */
  pay: act('pay', { transactions: onTransaction(pay), links: payLink, subscriptions: payAgain }),
  /** A buyer begins a payment on the page of a link, with `payment_method` and its fields. Returns the transaction. */
  checkout: act('checkout', { links: (work, link, options: Checkout) => checkout(work, link, options) }),
  /** The merchant captures in the back office: all, or `amount` centavos. */
  capture: act('capture', {
    transactions: onTransaction(capture),
  }),
  /** The merchant refunds in the back office: all that is left, or `amount` centavos. */
  refund: act('refund', { transactions: onTransaction(refund) }),
  /** A pending transaction reaches its regular end, as after the settle delay. */
  settle: act('settle', { transactions: onTransaction(settleNow) }),
  /** The cardholder disputes a payment. */
  chargeback: act('chargeback', { transactions: onTransaction(chargeback) }),
  /** The merchant has to decide on a payment: `approve` or `decline` follows. */
  review: act('review', { transactions: onTransaction(review) }),
  /** A review ends well: the transaction goes on where it was. */
  approve: act('approve', { transactions: onTransaction(approve) }),
  /** Sets any `status`, also one that the contract does not know, and changes nothing else. */
  setStatus: act('setStatus', { transactions: onTransaction(setStatus) }),
  /** The issuer refuses, the buyer is not authenticated, a review ends badly, or a pending refund fails. */
  decline: act('decline', { transactions: onTransaction(decline) }),
  /** Time runs out for what waits for the buyer, or for a link. */
  expire: act('expire', {
    transactions: onTransaction(expireNow),
    links: (work, link) => changeLink(work, link, { status: 'expired' }),
  }),
  /** The merchant gives an authorized payment back, or ends a link or a subscription. */
  cancel: act('cancel', {
    transactions: onTransaction(cancelAuthorized),
    links: (work, link) => changeLink(work, link, { status: 'canceled' }),
    subscriptions: (work, subscription) => cancel(work, asSubscription(subscription)),
  }),
  /** 3DS ends: `outcome` is approved, declined or timed_out. */
  authenticate: act('authenticate', {
    transactions: onTransaction((work, transaction, { outcome }) =>
      authenticate(work, transaction, outcomeOf(outcome)),
    ),
  }),
  /** From now on, the issuer refuses the card, or the card of the subscription. Returns the card. */
  fail: act('fail', { cards: (work, card) => failCard(work, card), subscriptions: failCardOf }),
} satisfies Record<string, Act>;

/** The statuses in which a transaction allows each act. The contract states those for captures and refunds. */
export const LEGAL = {
  pay: ['waiting_payment', 'authorized', 'processing', 'request_authentication'],
  settle: ['processing', 'request_authentication', 'pending_refund'],
  decline: ['processing', 'request_authentication', 'pending_refund', 'pending_review'],
  chargeback: CHARGEBACK_FROM,
  review: REVIEW_FROM,
  approve: APPROVE_FROM,
  expire: ['waiting_payment', 'request_authentication'],
  cancel: ['authorized'],
  authenticate: ['request_authentication'],
} as const satisfies Record<string, readonly Status[]>;

/** The statuses in which a subscription allows each act. The contract states those for a cancellation. */
export const LEGAL_SUBSCRIPTION = { pay: ['pending_payment', 'unpaid'] } as const;

function pay(work: Work, transaction: Transaction): Transaction {
  requireStatus(transaction, 'pay it', LEGAL.pay);
  const status = statusOf(transaction);
  if (status === 'waiting_payment') return payWaiting(work, transaction);
  if (status === 'authorized') return capture(work, transaction);
  return move(work, transaction, 'paid', { value: paidInFull(transaction.value.amount) });
}

function payLink(work: Work, link: Stored, options: Checkout): Transaction {
  const transaction = checkout(work, link, options);
  return statusOf(transaction) === 'waiting_payment' ? payWaiting(work, transaction) : transaction;
}

function payAgain(work: Work, object: Stored): Stored {
  const subscription = asSubscription(object);
  const legal = LEGAL_SUBSCRIPTION.pay;
  if (!legal.some((status) => status === subscriptionStatus(subscription)))
    throw wrongState(subscription, 'pay it', legal);
  const open = openCharge(work, subscription);
  if (open === undefined) return retry(work, subscription);
  pay(work, open);
  return existing(work, subscription.kind, subscription.id);
}

/** The charge of the current period, while it is open. */
function openCharge(work: Work, { hidden }: Subscription): Transaction | undefined {
  const charge = hidden.charge === undefined ? undefined : work.seek(TRANSACTIONS, hidden.charge);
  return charge !== undefined && paymentOutcome(charge) === 'open' ? asTransaction(charge) : undefined;
}

function settleNow(work: Work, transaction: Transaction): Transaction {
  requireStatus(transaction, 'settle it', LEGAL.settle);
  if (statusOf(transaction) === 'request_authentication') return authenticate(work, transaction, 'approved');
  return settle(work, transaction);
}

function decline(work: Work, transaction: Transaction): Transaction {
  requireStatus(transaction, 'decline it', LEGAL.decline);
  const status = statusOf(transaction);
  if (status === 'request_authentication') return authenticate(work, transaction, 'declined');
  if (status === 'processing') return refuse(work, transaction, REFUSED_BY_ISSUER);
  if (status === 'pending_review') return refuse(work, transaction, REFUSED_IN_REVIEW);
  // The refund failed, so the rest of the payment remains.
  return move(work, transaction, 'paid', { amount: transaction.value.paid_amount ?? 0 });
}

function expireNow(work: Work, transaction: Transaction): Transaction {
  requireStatus(transaction, 'let it expire', LEGAL.expire);
  if (statusOf(transaction) === 'waiting_payment') return expire(work, transaction);
  return authenticate(work, transaction, 'timed_out');
}

function cancelAuthorized(work: Work, transaction: Transaction): Transaction {
  requireStatus(transaction, 'cancel it', LEGAL.cancel);
  return refund(work, transaction);
}

function failCardOf(work: Work, subscription: Stored): Stored {
  const need = asSubscription(subscription).hidden.needs.find(([kind]) => kind === 'cards');
  if (need === undefined) throw unprocessable(`${nameOf(subscription.kind)} ${subscription.id} has no card`);
  return failCard(work, existing(work, 'cards', need[1]));
}

function outcomeOf(value: unknown): AuthenticationOutcome {
  const outcome = AUTHENTICATION_OUTCOMES.find((one) => one === string(value));
  if (outcome === undefined) throw unprocessable(`outcome: must be ${AUTHENTICATION_OUTCOMES.join(', ')}`);
  return outcome;
}
