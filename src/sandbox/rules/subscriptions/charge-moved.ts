import type { Work } from '../work.js';
import { apply } from './apply.js';
import { type Charged, chargedBy } from './charged.js';
import { asSubscription, consequenceOf, isLiving, KIND, statusOf } from './subscription.js';

/** A charge that was open is paid, or fails. */
export function chargeMoved(work: Work, id: number, transaction: Charged): void {
  const found = work.seek(KIND, id);
  if (found === undefined || !isLiving(found)) return;
  const subscription = asSubscription(found);
  const charged = chargedBy(transaction);
  if (charged === undefined) return;
  apply(work, subscription, consequenceOf(charged, subscription.hidden, work.now, statusOf(subscription)));
}
