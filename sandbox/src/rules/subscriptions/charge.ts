/** Charges a subscription. Each charge is a transaction. */
import { MOST_BOLETO, MOST_PIX } from 'payment-gateway-core/codes';
import { cardOutcome } from '../cards.js';
import { present, string } from '../input.js';
import { unprocessable } from '../refusals.js';
import {
  applyOutcome,
  asSubscription,
  paymentOutcome,
  periodFields,
  periodStart,
  type Subscription,
  subscriptionStatus,
} from '../subscription-state.js';
import { startBoleto } from '../transactions/boleto.js';
import { charge as chargeCard, issuerOf } from '../transactions/card.js';
import { openTransaction } from '../transactions/create.js';
import { billingOf } from '../transactions/draft.js';
import { startPix } from '../transactions/pix.js';
import type { Start, Transaction } from '../transactions/transaction.js';
import type { DueRule, Wire, Work } from '../work.js';

/** Creates the transaction of one charge. The caller updates the subscription. */
function charge(work: Work, subscription: Subscription, isRefused: boolean): Transaction {
  work.use('subscription-charges');
  const { price, customer, card } = subscription.value;
  const { method, address } = subscription.hidden;
  const amount = price.amount ?? 0;
  const metadata = string(subscription.value.metadata);
  const id = work.id();
  const start = startOf(work, id, amount, subscription, isRefused);
  const billing = billingOf(address && present({ name: customer?.name, address }));
  const draft = { amount, method, installments: 1, metadata, billing };
  return openTransaction(work, { id, draft, start, customer, card, subscription: subscription.id }).transaction;
}

/** Fails with 422 if the method cannot carry the amount. A renewal could not report the problem to a client. */
export function requireChargeable(method: string, { amount = 0 }: Wire['Price']): void {
  const most = method === 'boleto' ? MOST_BOLETO : method === 'pix' ? MOST_PIX : Number.MAX_SAFE_INTEGER;
  if (amount > most)
    throw unprocessable(`price_id: its amount is more than the ${most} centavos that a ${method} carries`);
}

function startOf(work: Work, id: number, amount: number, { value, hidden }: Subscription, isRefused: boolean): Start {
  // A renewal has no second response, so the code must exist at once.
  if (hidden.method === 'pix') return startPix(work, id, { amount, async: false });
  if (hidden.method === 'boleto') return startBoleto(work, id, amount);
  const stored = work.seek('cards', value.card?.card_id ?? 0);
  const outcome = stored === undefined ? 'approved' : cardOutcome(work, stored);
  // A renewal happens without the buyer, so it skips 3DS.
  return chargeCard(work, amount, { capture: true, issuer: issuerOf(outcome, isRefused) }, hidden.async);
}

/**
 * Starts the next period at the end of the last one or of the trial, and charges for it.
 *
 * @param isRefused whether the security code in the request refuses this one charge
 */
export function renew(work: Work, subscription: Subscription, isRefused = false): Subscription {
  work.use('subscription-cycle');
  const { anchor, periods, periodEnd: start } = subscription.hidden;
  const end = periodStart(subscription.value.price, anchor, periods + 1);
  const hidden = { ...subscription.hidden, periods: periods + 1, periodEnd: end };
  return retry(work, subscription, hidden, periodFields(start, end), isRefused);
}

/** Charges for the current period, and writes the outcome together with other changes. */
export function retry(
  work: Work,
  subscription: Subscription,
  hidden = subscription.hidden,
  value: Partial<Wire['Subscription']> = {},
  isRefused = false,
): Subscription {
  const transaction = charge(work, subscription, isRefused);
  const outcome = paymentOutcome(transaction) ?? 'open';
  return applyOutcome(work, subscription, outcome, { ...hidden, charge: transaction.id }, value);
}

/** Runs at the end of a trial or a period, and when a failed charge is retried. */
export const subscriptionDue: DueRule = (work, object) => {
  work.use('subscription-cycle');
  const subscription = asSubscription(object);
  if (subscriptionStatus(subscription) === 'pending_payment') retry(work, subscription);
  else renew(work, subscription);
};
