/** The state of a subscription: its fields, the consequences of its charges, and the objects that it needs. */

import { DAY, monthsAfter, timestamp } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { parameters, type transitions } from 'payment-gateway-core/values';
import { present } from './input.js';
import { groupOf, type KeptType, kindName, statusesAfter } from './kinds.js';
import { unprocessable } from './refusals.js';
import type { Method, Stored, Wire, Work } from './work.js';

export const SUBSCRIPTIONS = 'subscriptions';

type SubscriptionStatus = keyof typeof transitions.SubscriptionStatus;

export type SubscriptionHidden = {
  /** The start of the first period, in milliseconds. Later periods count from it, so that a 31st comes back after a shorter month. */
  readonly anchor: number;
  /** The number of charged periods, including the one being charged. */
  readonly periods: number;
  /** The end of the period, and of the trial, in milliseconds. */
  readonly periodEnd: number;
  /** The transaction for the current period. */
  readonly charge?: number;
  /** The time of the first failed charge (milliseconds), and the number of retries since. */
  readonly failed?: { readonly at: number; readonly retries: number };
  readonly method: Method;
  readonly async: boolean;
  /** The billing address of its charges. */
  readonly address?: JsonObject;
};

export type Subscription = Stored & {
  readonly value: Wire['Subscription'] & { readonly price: Wire['Price'] };
  readonly hidden: SubscriptionHidden;
};

/** Casts a stored object. Only the rules write subscriptions. */
export function asSubscription(stored: Stored): Subscription {
  return stored as Subscription;
}

export function subscriptionStatus({ value }: Stored): SubscriptionStatus {
  return value.status as SubscriptionStatus;
}

/** Days between a failed charge and each retry. */
const RETRY_DAYS: readonly number[] = parameters['subscription-cycle'].retry_days;

/** The result of a charge: the status, and the next due time. */
interface Consequence extends Pick<SubscriptionHidden, 'failed'> {
  readonly status: SubscriptionStatus;
  readonly due?: number;
}

type Outcome = 'paid' | 'failed' | 'open';

function consequenceOf(
  outcome: Outcome,
  work: Work,
  { failed, periodEnd }: SubscriptionHidden,
  before: SubscriptionStatus,
): Consequence {
  // A retry may succeed after the end of the period. Then the next charge is due at once.
  if (outcome === 'paid') return { status: 'paid', due: Math.max(periodEnd, work.now + 1) };
  // Nothing is due while the charge is open.
  if (outcome === 'open')
    return { status: before === 'unpaid' ? 'unpaid' : 'pending_payment', ...(failed && { failed }) };
  if (before === 'unpaid') return { status: 'unpaid' };
  if (work.use('subscription-cycle') === 'not-retried') return { status: 'unpaid' };
  const next = failed === undefined ? { at: work.now, retries: 0 } : { at: failed.at, retries: failed.retries + 1 };
  const days = RETRY_DAYS[next.retries];
  if (days === undefined) return { status: 'unpaid' };
  return { status: 'pending_payment', failed: next, due: next.at + days * DAY };
}

/** Returns the outcome of a charge, or undefined for a status that does not decide it, such as `refunded`. */
export function paymentOutcome({ value }: Pick<Stored, 'value'>): Outcome | undefined {
  return OUTCOMES.get(value.status);
}

const OUTCOMES: ReadonlyMap<unknown, Outcome | undefined> = new Map(
  Object.entries({
    paid: 'paid',
    authorized: 'paid',
    refused: 'failed',
    canceled: 'failed',
    processing: 'open',
    waiting_payment: 'open',
    request_authentication: undefined,
    analyzing: undefined,
    pending_review: undefined,
    pending_refund: undefined,
    refunded: undefined,
    chargedback: undefined,
  } satisfies Record<keyof typeof transitions.TransactionStatus, Outcome | undefined>),
);

/** Returns the start of a period by number, from 0. It counts from the first period, so that a 31st comes back after a shorter month. */
export function periodStart(price: Wire['Price'], first: number, number: number): number {
  return later(first, price.interval ?? 'month', number * (price.interval_count ?? 1));
}

export function periodFields(start: number, end: number) {
  return { current_period_start: timestamp(start), current_period_end: timestamp(end) };
}

function later(time: number, interval: string, count: number): number {
  if (interval === 'day') return time + count * DAY;
  if (interval === 'week') return time + count * 7 * DAY;
  return monthsAfter(time, interval === 'year' ? count * 12 : count);
}

/**
 * Skips the periods that passed while the subscription was in arrears: the payment is for the period whose charge failed, and the next charge follows
 * at the next regular date.
 */
function withoutMissed(work: Work, price: Wire['Price'], hidden: SubscriptionHidden): SubscriptionHidden | undefined {
  if (hidden.periodEnd >= work.now || work.use('subscription-arrears') === 'charges-all') return undefined;
  let { periods, periodEnd } = hidden;
  while (periodEnd < work.now) {
    periods += 1;
    periodEnd = periodStart(price, hidden.anchor, periods);
  }
  return { ...hidden, periods, periodEnd };
}

/** Writes the outcome of a charge, together with other changes. */
export function applyOutcome(
  work: Work,
  subscription: Subscription,
  outcome: Outcome,
  hidden: SubscriptionHidden = subscription.hidden,
  value: Partial<Subscription['value']> = {},
): Subscription {
  const before = subscriptionStatus(subscription);
  const { price } = subscription.value;
  const isInArrears = outcome === 'paid' && (before === 'pending_payment' || before === 'unpaid');
  const caughtUp = isInArrears ? withoutMissed(work, price, hidden) : undefined;
  const now = caughtUp ?? hidden;
  const period = caughtUp && periodFields(periodStart(price, now.anchor, now.periods - 1), now.periodEnd);
  const { status, failed, due = null } = consequenceOf(outcome, work, now, before);
  return asSubscription(
    work.change(subscription, {
      value: { ...subscription.value, ...value, ...period, status },
      hidden: present({ ...now, failed }),
      due,
    }),
  );
}

/** Updates the subscription after its current charge succeeded or failed, if its status allows that. */
export function chargeMoved(work: Work, id: number, transaction: Pick<Stored, 'id' | 'value'>): void {
  const found = work.seek(SUBSCRIPTIONS, id);
  const outcome = paymentOutcome(transaction);
  if (found === undefined || outcome === undefined || found.hidden.charge !== transaction.id) return;
  const subscription = asSubscription(found);
  const before = subscriptionStatus(subscription);
  const next: SubscriptionStatus = outcome === 'paid' ? 'paid' : 'pending_payment';
  // A charge can still change after the end of the subscription. An unpaid one changes only by a payment.
  if (before === next || statusesAfter(SUBSCRIPTIONS, before).includes(next)) applyOutcome(work, subscription, outcome);
}

/** Returns the groups of a subscription until it ends: one for each removable object that it needs. */
export function groupsOf({ price, customer }: Partial<Subscription['value']>): string[] {
  const needs = { Plan: price?.plan_id, Price: price?.id, Customer: customer?.id };
  return Object.entries(needs).flatMap(([type, id]) => (typeof id === 'number' ? groupOf(type as KeptType, id) : []));
}

/** Fails with 422 if an active subscription needs the object. */
export function requireUnused(work: Work, { kind, id }: Stored): void {
  const { total } = work.page(SUBSCRIPTIONS, { group: `${kind}:${id}`, page: 1, perPage: 1 });
  if (total === 0) return;
  if (kind === 'customers' && work.use('deletion-effects') === 'keeps-subscriptions') return;
  const whom = total === 1 ? 'an active subscription needs it' : `${total} active subscriptions need it`;
  throw unprocessable(`id: ${kindName(kind)} ${id} cannot be removed, because ${whom}; cancel first`);
}
