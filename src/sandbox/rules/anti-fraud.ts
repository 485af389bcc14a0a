import { flag, present, stringFields } from './input.js';
import { ok } from './resource.js';
import { type OperationHandler, rule, type Wire } from './work.js';

const KIND = 'anti_fraud';
/** The unique key: only one configuration exists. */
const CURRENT = 'current';

/** Replaces the configuration. Does not store its credentials. */
export const configureAntiFraud = rule<OperationHandler>('single-configuration', (work, { body = {} }) => {
  const value: Wire['AntiFraud'] = present({
    enabled: flag(body.enabled),
    ...stringFields(body, ['provider', 'sequence']),
  });
  const current = work.find(KIND, CURRENT);
  if (current !== undefined) return ok(work.change(current, { value }).value);
  const id = work.id();
  return ok(work.create(KIND, { id, value, keys: [CURRENT] }).value);
});
