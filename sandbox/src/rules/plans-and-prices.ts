/** Plans and their prices. */

import type { JsonObject } from 'payment-gateway-core/util';
import { vocabularies } from 'payment-gateway-core/values';
import { amountOf, countOf, string } from './input.js';
import { groupOf, SCHEMA_KINDS } from './kinds.js';
import { unprocessable } from './refusals.js';
import { changeFields, creates, createWith, existing, ok, requireReferenced, textsOf, updates } from './resource.js';
import { type OperationHandler, type OperationRules, valueAs, type Work } from './work.js';

/** Limits of the sandbox. Longer periods could end after the year 9999. */
const MOST_INTERVALS = 1200;
const MOST_TRIAL_DAYS = 36_500;

const DEFAULTS = { currency: 'BRL', interval: 'month', interval_count: 1, trial_days: 0 };

const createPlan = creates('plan-shape', SCHEMA_KINDS.Plan, (body) => ({
  status: 'active',
  ...textsOf('createPlan', body),
}));

const updatePlan = updates(SCHEMA_KINDS.Plan, (body) => textsOf('updatePlan', body));

const createPrice: OperationHandler = (work, { body = {} }) => {
  work.use('price-shape');
  const fields = fieldsOf(body, DEFAULTS);
  const plan_id = planOf(work, body);
  return ok(createWith(work, SCHEMA_KINDS.Price, { ...fields, plan_id }, listedIn(plan_id)).value);
};

/** Changes a price. Existing subscriptions keep the former price. */
const updatePrice: OperationHandler = (work, { params, body = {} }) => {
  const price = existing(work, SCHEMA_KINDS.Price, params.id);
  const known = valueAs('Price', price);
  const fields = fieldsOf({ amount: known.amount, ...body }, { ...DEFAULTS, ...known });
  if (body.plan_id === undefined) return ok(changeFields(work, price, fields).value);
  const plan_id = planOf(work, body);
  return ok(changeFields(work, price, { ...fields, plan_id }, listedIn(plan_id)).value);
};

const planOf = (work: Work, { plan_id }: JsonObject): number =>
  requireReferenced(work, SCHEMA_KINDS.Plan, plan_id, 'plan_id').id;

const listedIn = (plan: number) => ({ groups: [groupOf('Plan', plan)] });

function fieldsOf(body: JsonObject, otherwise: typeof DEFAULTS) {
  const interval = string(body.interval) ?? otherwise.interval;
  if (!vocabularies.PriceInterval.some((known) => known === interval)) {
    throw unprocessable(`interval: the sandbox knows ${vocabularies.PriceInterval.join(', ')}`);
  }
  const count = (field: 'interval_count' | 'trial_days', bounds: { min: number; max: number }): number =>
    countOf(body[field], field, bounds, otherwise[field]);
  return {
    amount: amountOf(body.amount, 'amount'),
    currency: string(body.currency) ?? otherwise.currency,
    interval,
    interval_count: count('interval_count', { min: 1, max: MOST_INTERVALS }),
    trial_days: count('trial_days', { min: 0, max: MOST_TRIAL_DAYS }),
  };
}

export const planRules = { createPlan, updatePlan, createPrice, updatePrice } satisfies OperationRules;
