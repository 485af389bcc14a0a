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
import { expire, payInFull, REFUSED_BY_ISSUER, REFUSED_IN_REVIEW, refuse, settle } from './transactions/settle.js';
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

/** Returns an act with one handler per kind. */
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

/** Refuses the fields of a new payment, because an amount that has no effect would look like a part of the payment. */
const withoutFields =
  (does: ActHandler): ActHandler =>
  (work, object, options) => {
    const [field] = Object.keys(options);
    if (field === undefined) return does(work, object, options);
    throw unprocessable(
      `${field}: only a link takes the fields of a payment; ${nameOf(object.kind)} ${object.id} has its own`,
    );
  };

export const acts = {
  /** Pays a transaction. For a link, it creates a transaction of the link. For a subscription with a failed charge, it charges again. */
  pay: act('pay', {
    transactions: withoutFields((work, object) => pay(work, asTransaction(object))),
    links: payLink,
    subscriptions: withoutFields(payAgain),
  }),
  /** A buyer starts a payment on the page of a link, with `payment_method` and its fields. Returns the transaction. */
  checkout: act('checkout', { links: (work, link, options: Checkout) => checkout(work, link, options) }),
  /** The merchant captures in the back office: the whole amount, or `amount` centavos. */
  capture: act('capture', {
    transactions: onTransaction(capture),
  }),
  /** The merchant refunds in the back office: the remaining amount, or `amount` centavos. */
  refund: act('refund', { transactions: onTransaction(refund) }),
  /** Brings a pending transaction to its regular end, as after the settle delay. */
  settle: act('settle', { transactions: onTransaction(settleNow) }),
  /** The cardholder disputes a payment. */
  chargeback: act('chargeback', { transactions: onTransaction(chargeback) }),
  /** Sends a payment to a review, which `approve` or `decline` ends. */
  review: act('review', { transactions: onTransaction(review) }),
  /** Approves a review: the transaction continues from its former status. */
  approve: act('approve', { transactions: onTransaction(approve) }),
  /** Sets any `status`, even one that the contract does not have. Nothing else changes. */
  setStatus: act('setStatus', { transactions: onTransaction(setStatus) }),
  /** The issuer refuses, the authentication fails, the merchant declines a review, or a pending refund fails. */
  decline: act('decline', { transactions: onTransaction(decline) }),
  /** The time runs out for a transaction that waits for the buyer, or for a link. */
  expire: act('expire', {
    transactions: onTransaction(expireNow),
    links: (work, link) => changeLink(work, link, { status: 'expired' }),
  }),
  /** The merchant voids an authorized payment, or ends a link or a subscription. */
  cancel: act('cancel', {
    transactions: onTransaction(cancelAuthorized),
    links: (work, link) => changeLink(work, link, { status: 'canceled' }),
    subscriptions: (work, subscription) => cancel(work, asSubscription(subscription)),
  }),
  /** Ends 3DS. `outcome` is approved, declined or timed_out. */
  authenticate: act('authenticate', {
    transactions: onTransaction((work, transaction, { outcome }) =>
      authenticate(work, transaction, outcomeOf(outcome)),
    ),
  }),
  /** Makes the issuer refuse the card, or the card of the subscription, from now on. Returns the card. */
  fail: act('fail', { cards: (work, card) => failCard(work, card), subscriptions: failCardOf }),
} satisfies Record<string, Act>;

/** The statuses that allow each act on a transaction. The contract defines those for captures and refunds. */
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

/** The statuses that allow each act on a subscription. The contract defines those for a cancellation. */
export const LEGAL_SUBSCRIPTION = { pay: ['pending_payment', 'unpaid'] } as const;

function pay(work: Work, transaction: Transaction): Transaction {
  requireStatus(transaction, 'pay it', LEGAL.pay);
  return statusOf(transaction) === 'authorized' ? capture(work, transaction) : payInFull(work, transaction);
}

function payLink(work: Work, link: Stored, options: Checkout): Transaction {
  const transaction = checkout(work, link, options);
  return statusOf(transaction) === 'waiting_payment' ? payInFull(work, transaction) : transaction;
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

/** Returns the charge of the current period while it is open. */
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
  // The refund failed, so the remaining amount stays paid.
  return move(work, transaction, 'paid');
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
  const { card } = asSubscription(subscription).value;
  if (card === undefined) throw unprocessable(`card: ${nameOf(subscription.kind)} ${subscription.id} has none`);
  return failCard(work, existing(work, 'cards', card.card_id));
}

function outcomeOf(value: unknown): AuthenticationOutcome {
  const outcome = AUTHENTICATION_OUTCOMES.find((one) => one === string(value));
  if (outcome === undefined) throw unprocessable(`outcome: must be ${AUTHENTICATION_OUTCOMES.join(', ')}`);
  return outcome;
}
