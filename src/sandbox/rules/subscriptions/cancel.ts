import { resources } from '../../../../generated/resources.js';
import { timestamp } from '../../../codes/days.js';
import { wrongState } from '../refusals.js';
import { use } from '../uses.js';
import type { Stored, Work } from '../work.js';
import { type Subscription, type SubscriptionStatus, statusOf } from './subscription.js';

/** Ends a subscription: no charge follows. Fails with 422 when it has ended already. */
export function cancel(work: Work, subscription: Subscription): Stored {
  requireStatus(subscription, 'cancel it', resources.cancelSubscription.states);
  const value = { ...subscription.value, status: 'canceled', canceled_at: timestamp(work.now) };
  const canceled = work.change(subscription, { value, due: null });
  use(work, subscription.hidden.needs, -1);
  return canceled;
}

/** Fails with 422 unless the subscription is in one of the states. */
export function requireStatus(subscription: Stored, wish: string, legal: readonly SubscriptionStatus[]): void {
  if (!legal.includes(statusOf(subscription))) throw wrongState(subscription, wish, legal);
}
