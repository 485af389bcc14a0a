import { timestamp } from '../../codes/days.js';
import { stringFields } from './input.js';
import { KINDS } from './kinds.js';
import { existing, ok } from './resource.js';
import { type OperationHandler, rule, type Wire } from './work.js';

const KIND = KINDS.Plan;
const FIELDS = ['name', 'description', 'status'] as const;

export const createPlan = rule<OperationHandler>('plan-shape', (work, { body = {} }) => {
  const id = work.id();
  const now = timestamp(work.now);
  const value: Wire['Plan'] = { id, status: 'active', ...stringFields(body, FIELDS), created_at: now, updated_at: now };
  return ok(work.create(KIND, { id, value }).value);
});

export const updatePlan = rule<OperationHandler>('update-request-fields', (work, { params, body = {} }) => {
  const plan = existing(work, KIND, params.id);
  return ok(
    work.change(plan, { value: { ...plan.value, ...stringFields(body, FIELDS), updated_at: timestamp(work.now) } })
      .value,
  );
});
