/** A subscription as it is kept, and its way through time. Nothing here writes. */

import { transitions } from '../../../../generated/transitions.js';
import { DAY } from '../../../codes/days.js';
import type { JsonObject } from '../../json.js';
import type { Method } from '../transactions/draft.js';
import type { Needs } from '../uses.js';
import type { Stored, Wire } from '../work.js';

export const KIND = 'subscriptions';

export type SubscriptionStatus = keyof typeof transitions.SubscriptionStatus;

export type SubscriptionHidden = {
  /** Milliseconds: from here the periods are counted, so that a 31st comes back after a shorter month. */
  readonly anchor: number;
  /** How many periods were charged for or are being charged for. */
  readonly periods: number;
  /** Milliseconds at which the period ends, and with it the trial. */
  readonly periodEnd: number;
  /** The transaction that charges for the period. */
  readonly charge?: number;
  /** When the charge first failed (milliseconds), and how often it was tried again since. */
  readonly failed?: { readonly at: number; readonly retries: number };
  /** What it is charged with, beside the card that it shows. */
  readonly method: Method;
  readonly async: boolean;
  readonly metadata?: string;
  /** Where its charges are billed. */
  readonly address?: JsonObject;
  readonly needs: Needs;
};

export type Subscription = Stored & {
  readonly value: Wire['Subscription'] & { readonly price: Wire['Price'] };
  readonly hidden: SubscriptionHidden;
};

/** The rules alone write subscriptions, so what is stored as one is one. */
export function asSubscription(stored: Stored): Subscription {
  return stored as Subscription;
}

export function statusOf({ value }: Stored): SubscriptionStatus {
  return value.status as SubscriptionStatus;
}

/** The states that another one can follow. */
const LIVING: readonly SubscriptionStatus[] = (
  Object.keys(transitions.SubscriptionStatus) as SubscriptionStatus[]
).filter((status) => transitions.SubscriptionStatus[status].length > 0);

export const isLiving = (subscription: Stored): boolean => LIVING.includes(statusOf(subscription));

/** Days after a failed charge on which it is tried again. */
const RETRY_DAYS = [1, 3, 5];

/** What follows from a charge: the status, and when something is due next. */
export interface Consequence {
  readonly status: SubscriptionStatus;
  readonly failed?: { readonly at: number; readonly retries: number };
  readonly due?: number;
}

export function consequenceOf(
  charged: 'paid' | 'failed' | 'open',
  { failed, periodEnd }: Pick<SubscriptionHidden, 'failed' | 'periodEnd'>,
  now: number,
  before: SubscriptionStatus | undefined,
): Consequence {
  // A retry may succeed after the period has ended: the next one is due at once then, and not in the past.
  if (charged === 'paid') return { status: 'paid', due: Math.max(periodEnd, now + 1) };
  // Nothing is due until it is known what became of the charge.
  if (charged === 'open')
    return { status: before === 'unpaid' ? 'unpaid' : 'pending_payment', ...(failed && { failed }) };
  if (before === 'unpaid') return { status: 'unpaid' };
  const next = failed === undefined ? { at: now, retries: 0 } : { at: failed.at, retries: failed.retries + 1 };
  const days = RETRY_DAYS[next.retries];
  if (days === undefined) return { status: 'unpaid' };
  return { status: 'pending_payment', failed: next, due: next.at + days * DAY };
}
