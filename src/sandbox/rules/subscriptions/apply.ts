import { present } from '../input.js';
import type { Work } from '../work.js';
import { asSubscription, type Consequence, type Subscription, type SubscriptionHidden } from './subscription.js';

/** Writes what follows from a charge, with whatever else changed. */
export function apply(
  work: Work,
  subscription: Subscription,
  { status, failed, due }: Consequence,
  { value = {}, hidden = {} }: { value?: Partial<Subscription['value']>; hidden?: Partial<SubscriptionHidden> } = {},
): Subscription {
  const { failed: _before, ...kept } = { ...subscription.hidden, ...hidden };
  return asSubscription(
    work.change(subscription, {
      value: { ...subscription.value, ...value, status },
      hidden: present({ ...kept, failed }),
      due: due ?? null,
    }),
  );
}
