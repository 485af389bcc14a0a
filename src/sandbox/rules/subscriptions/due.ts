import type { DueRule } from '../work.js';
import { renew, retry } from './charge.js';
import { asSubscription, statusOf } from './subscription.js';

/** A trial or a period ends, or a failed charge is tried again. */
export const subscriptionDue: DueRule = (work, object) => {
  const subscription = asSubscription(object);
  const status = statusOf(subscription);
  if (status === 'trialing' || status === 'paid') renew(work, subscription);
  else if (status === 'pending_payment') retry(work, subscription);
  else work.change(subscription, { due: null });
};
