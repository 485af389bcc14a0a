/** Charges a subscription. Each charge is a transaction. */
import { MOST_BOLETO } from '../../../codes/boleto.js';
import { DAY, monthsAfterInSaoPaulo, timestamp } from '../../../codes/days.js';
import { MOST_PIX } from '../../../codes/pix.js';
import type { JsonObject } from '../../../contract/json.js';
import { outcomeOf } from '../cards.js';
import { idOf, present } from '../input.js';
import { unprocessable } from '../refusals.js';
import {
  apply,
  asSubscription,
  consequenceOf,
  paymentOutcome,
  type Subscription,
  type SubscriptionHidden,
  statusOf,
} from '../subscription.js';
import { startBoleto } from '../transactions/boleto.js';
import { charge as chargeCard, issuerOf } from '../transactions/card.js';
import { open } from '../transactions/create.js';
import { billingOf } from '../transactions/draft.js';
import { startPix } from '../transactions/pix.js';
import type { Start, Transaction } from '../transactions/transaction.js';
import { type DueRule, type Method, rule, type Wire, type Work } from '../work.js';

/** The terms of one charge. */
export interface Bill {
  readonly price: Wire['Price'];
  readonly customer: Wire['Customer'] | undefined;
  readonly card: Wire['Card'] | undefined;
  readonly method: Method;
  readonly async: boolean;
  readonly metadata: string | undefined;
  readonly address: JsonObject | undefined;
  /** Whether the security code in the request refuses this one charge. */
  readonly refused?: boolean;
}

/** Creates the transaction of one charge. The caller updates the subscription. */
export const charge = rule('subscription-charges', (work: Work, subscription: number, bill: Bill): Transaction => {
  const { price, customer, card, method, metadata, address } = bill;
  const amount = price.amount ?? 0;
  const id = work.id();
  const start = startOf(work, id, amount, bill);
  const billing = billingOf(address && present({ name: customer?.name, address }));
  const draft = { amount, method, installments: 1, metadata, billing };
  return open(work, { id, draft, start, customer, card, subscription }).transaction;
});

/** Fails with 422 if the method cannot carry the amount. A renewal could not report the problem to a client. */
export function requireChargeable(method: string, { amount = 0 }: Wire['Price']): void {
  const most = method === 'boleto' ? MOST_BOLETO : method === 'pix' ? MOST_PIX : Number.MAX_SAFE_INTEGER;
  if (amount > most)
    throw unprocessable(`price_id: its amount is more than the ${most} centavos that a ${method} carries`);
}

function startOf(work: Work, id: number, amount: number, { method, async, card, refused }: Bill): Start {
  // A renewal has no second response, so the code must exist at once.
  if (method === 'pix') return startPix(work, id, { amount, async: false });
  if (method === 'boleto') return startBoleto(work, id, amount);
  const stored = work.seek('cards', idOf(card?.id) ?? 0);
  const outcome = stored === undefined ? 'approved' : outcomeOf(stored);
  // A renewal happens without the buyer, so it skips 3DS.
  return chargeCard(work, amount, { capture: true, issuer: issuerOf(outcome, refused === true) }, async);
}

/** Starts the next period at the end of the last one, and charges for it. */
function renew(work: Work, subscription: Subscription): Subscription {
  const { failed: _settled, ...hidden } = subscription.hidden;
  const period = periodOf(subscription.value.price, hidden.anchor, hidden.periods);
  const state = { ...hidden, periods: hidden.periods + 1, periodEnd: period.end };
  return chargeOnce(work, subscription, state, periodFields(period));
}

/** Charges for the same period again. */
export function retry(work: Work, subscription: Subscription): Subscription {
  return chargeOnce(work, subscription, subscription.hidden, {});
}

function chargeOnce(
  work: Work,
  subscription: Subscription,
  state: SubscriptionHidden,
  period: Partial<Wire['Subscription']>,
): Subscription {
  const { price, customer, card } = subscription.value;
  const { method, async, metadata, address } = state;
  const transaction = charge(work, subscription.id, { price, customer, card, method, async, metadata, address });
  const consequence = consequenceOf(paymentOutcome(transaction) ?? 'open', state, work.now, statusOf(subscription));
  return apply(work, subscription, consequence, { value: period, hidden: { ...state, charge: transaction.id } });
}

/** Runs at the end of a trial or a period, and when a failed charge is retried. */
export const subscriptionDue: DueRule = (work, object) => {
  const subscription = asSubscription(object);
  const status = statusOf(subscription);
  if (status === 'trialing' || status === 'paid') renew(work, subscription);
  else if (status === 'pending_payment') retry(work, subscription);
};

/** The bounds of a period, in milliseconds. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** Returns a period of a price by number, from 0. It counts from the first period, so that a 31st comes back after a shorter month. */
export function periodOf(price: Wire['Price'], first: number, number: number): Period {
  const boundary = (count: number) => later(first, price.interval ?? 'month', count * (price.interval_count ?? 1));
  return { start: boundary(number), end: boundary(number + 1) };
}

export function periodFields({ start, end }: Period) {
  return { current_period_start: timestamp(start), current_period_end: timestamp(end) };
}

function later(time: number, interval: string, count: number): number {
  if (interval === 'day') return time + count * DAY;
  if (interval === 'week') return time + count * 7 * DAY;
  return monthsAfterInSaoPaulo(time, interval === 'year' ? count * 12 : count);
}
