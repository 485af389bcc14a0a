import { DAY, MOST_BOLETO, MOST_PIX, timestamp } from 'payment-gateway-core/codes';
import { booleanOf, type JsonObject } from 'payment-gateway-core/util';
import { resources } from 'payment-gateway-core/values';
import { cardOfPayment, cardOutcome, foreignCard } from './cards.js';
import { customerOfPayment } from './customers.js';
import { idOf, optionalObject, present, string } from './input.js';
import { unprocessable } from './refusals.js';
import { existing, ok, requireReferenced, requireStatus } from './resource.js';
import {
  applyOutcome,
  asSubscription,
  groupsOf,
  paymentOutcome,
  periodFields,
  periodStart,
  SUBSCRIPTIONS,
  type Subscription,
  type SubscriptionHidden,
  subscriptionStatus,
} from './subscription-state.js';
import { openTransaction } from './transactions/create.js';
import { billingOf } from './transactions/draft.js';
import { charge as chargeCard, issuerOf, refusedByCode, startBoleto, startPix } from './transactions/start.js';
import type { Start, Transaction } from './transactions/transaction.js';
import {
  type DueRule,
  type Method,
  type OperationHandler,
  type OperationRules,
  type Stored,
  valueAs,
  type Wire,
  type Work,
} from './work.js';

const METHODS = ['credit_card', 'pix', 'boleto'] as const satisfies Method[];

const createSubscription: OperationHandler = (work, { body = {} }) => {
  const price = priceOf(work, body);
  const method = methodOf(body, 'credit_card');
  requireChargeable(method, price);
  const id = work.id();
  const customer = customerOfPayment(work, body);
  const card = method === 'credit_card' ? cardOfPayment(work, body, customer?.id) : undefined;
  const trial = price.trial_days ?? 0;
  const firstCharge = work.now + trial * DAY;
  const value: Subscription['value'] = present({
    id,
    status: 'trialing',
    price,
    customer: customer && valueAs('Customer', customer),
    card: card && valueAs('Card', card),
    ...periodFields(work.now, firstCharge),
    canceled_at: null,
    metadata: string(body.metadata) ?? null,
  });
  const hidden: SubscriptionHidden = present({
    anchor: firstCharge,
    periods: 0,
    periodEnd: firstCharge,
    method,
    async: booleanOf(body.async) === true,
    address: optionalObject(body.address),
  });
  const created = work.create(SUBSCRIPTIONS, { id, value, hidden, groups: groupsOf(value), due: firstCharge });
  const subscription = trial > 0 ? created : renew(work, asSubscription(created), refusedByCode(work, body));
  return ok(subscription.value, foreignCard(work, body, customer?.id));
};

/** Changes a subscription. Another price or card applies from the next charge on. */
const updateSubscription: OperationHandler = (work, { params, body = {} }) => {
  const subscription = asSubscription(existing(work, SUBSCRIPTIONS, params.id));
  requireStatus(work, subscription, 'change it', resources.updateSubscription.states);
  const { value, hidden } = subscription;
  const price = body.price_id === undefined ? value.price : priceOf(work, body);
  const method = methodOf(body, hidden.method);
  requireChargeable(method, price);
  const owner = idOf(value.customer?.id);
  const sendsCard = optionalObject(body.card) !== undefined || idOf(body.card_id) !== undefined;
  const needsCard = sendsCard || (method === 'credit_card' && value.card === undefined);
  const card = needsCard ? valueAs('Card', cardOfPayment(work, body, owner)) : value.card;
  const updated = present({ ...value, price, card, metadata: string(body.metadata) ?? value.metadata });
  // Periods of a different length count from the end of the current one.
  const periods = price === value.price ? {} : { anchor: hidden.periodEnd, periods: 0 };
  const changed = work.change(subscription, {
    value: updated,
    groups: groupsOf(updated),
    hidden: { ...hidden, ...periods, method },
  });
  return ok(changed.value, foreignCard(work, body, owner));
};

const cancelSubscription: OperationHandler = (work, { params }) =>
  ok(cancel(work, asSubscription(existing(work, SUBSCRIPTIONS, params.id))).value);

function priceOf(work: Work, { price_id }: JsonObject): Wire['Price'] {
  const price = valueAs('Price', requireReferenced(work, 'prices', price_id, 'price_id'));
  const plan = idOf(price.plan_id);
  if (plan === undefined || work.seek('plans', plan) === undefined) {
    throw unprocessable(`price_id: the plan of price ${price.id} was removed`);
  }
  return price;
}

function methodOf({ payment_method }: JsonObject, otherwise: Method): Method {
  const sent = string(payment_method) ?? otherwise;
  const method = METHODS.find((known) => known === sent);
  if (method !== undefined) return method;
  // A debit card requires 3DS, and a renewal happens without the buyer.
  throw unprocessable(`payment_method: a subscription is paid by ${METHODS.join(', ')}`);
}

/** Ends a subscription, so that no charge follows. Fails with 422 if it has already ended. */
export function cancel(work: Work, subscription: Subscription): Stored {
  requireStatus(work, subscription, 'cancel it', resources.cancelSubscription.states);
  const value = { ...subscription.value, status: 'canceled', canceled_at: timestamp(work.now) };
  return work.change(subscription, { value, groups: [], due: null });
}

/** Ends a paid subscription after its last period. */
export function end(work: Work, subscription: Subscription): Stored {
  return work.change(subscription, { value: { ...subscription.value, status: 'ended' }, groups: [], due: null });
}

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

export const subscriptionRules = {
  createSubscription,
  updateSubscription,
  cancelSubscription,
} satisfies OperationRules;
