/** Plans and their prices. */
import { vocabularies } from '../../../generated/vocabularies.js';
import type { JsonObject } from '../../contract/json.js';
import { amountOf, countOf, idOf, string, stringFields } from './input.js';
import { groupOf, KINDS } from './kinds.js';
import { unprocessable } from './refusals.js';
import { changeFields, creates, createWith, existing, ok, requireReferenced, updates } from './resource.js';
import { type OperationHandler, rule, valueAs, type Wire, type Work } from './work.js';

/** Limits of the sandbox. Longer periods would end after the year 9999. */
const MOST_INTERVALS = 1200;
const MOST_TRIAL_DAYS = 36_500;

const planFields = (body: JsonObject) => stringFields(body, ['name', 'description', 'status']);

export const createPlan = creates('plan-shape', KINDS.Plan, (body) => ({ status: 'active', ...planFields(body) }));

export const updatePlan = updates(KINDS.Plan, planFields);

export const createPrice = rule<OperationHandler>('price-shape', (work, { body = {} }) => {
  const fields = fieldsOf(body, { currency: 'BRL', interval: 'month', interval_count: 1, trial_days: 0 });
  const { plan_id } = planOf(work, body);
  return ok(createWith(work, KINDS.Price, { ...fields, plan_id }, { groups: [groupOf('Plan', plan_id)] }).value);
});

/** Changes a price. Existing subscriptions keep the former price. */
export const updatePrice = rule<OperationHandler>('update-request-fields', (work, { params, body = {} }) => {
  const price = existing(work, KINDS.Price, params.id);
  const known = valueAs('Price', price);
  const plan_id = body.plan_id === undefined ? idOf(known.plan_id) : planOf(work, body).plan_id;
  const fields = { ...fieldsOf({ amount: known.amount, ...body }, known), plan_id };
  return ok(
    changeFields(work, price, fields, { groups: plan_id === undefined ? [] : [groupOf('Plan', plan_id)] }).value,
  );
});

function planOf(work: Work, { plan_id }: JsonObject): { plan_id: number } {
  return { plan_id: requireReferenced(work, KINDS.Plan, plan_id, 'plan_id').id };
}

type Terms = Pick<Wire['Price'], 'currency' | 'interval' | 'interval_count' | 'trial_days'>;

function fieldsOf(body: JsonObject, otherwise: Terms) {
  const interval = string(body.interval) ?? otherwise.interval ?? 'month';
  if (!vocabularies.PriceInterval.some((known) => known === interval)) {
    throw unprocessable(`interval: the sandbox knows ${vocabularies.PriceInterval.join(', ')}`);
  }
  return {
    amount: amountOf(body.amount, 'amount'),
    currency: string(body.currency) ?? otherwise.currency ?? 'BRL',
    interval,
    interval_count: countOf(
      body.interval_count,
      'interval_count',
      { min: 1, max: MOST_INTERVALS },
      otherwise.interval_count ?? 1,
    ),
    trial_days: countOf(body.trial_days, 'trial_days', { min: 0, max: MOST_TRIAL_DAYS }, otherwise.trial_days ?? 0),
  };
}
