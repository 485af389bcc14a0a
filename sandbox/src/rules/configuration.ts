import { booleanOf } from 'payment-gateway-core/util';
/** The configuration of the account: its acquirers and its anti-fraud provider. */
import { objectsOf, present, string, stringFields } from './input.js';
import { SCHEMA_KINDS } from './kinds.js';
import { existing, ok } from './resource.js';
import { type OperationHandler, type OperationRules, type Stored, valueAs, type Wire, type Work } from './work.js';

const KIND = SCHEMA_KINDS.Acquirer;
/** The unique key of the main acquirer. */
const MAIN = 'main';

/** Adds acquirers and returns all acquirers. The first acquirer of an account stays the main one. Credentials are not stored. */
const addAcquirers: OperationHandler = (work, { body = {} }) => {
  work.use('acquirer-main');
  const sent = objectsOf(body.acquirers, 'acquirers');
  const main = work.find(KIND, MAIN);
  const before = all(work);
  const added = sent.map((acquirer, index) => {
    const { priority } = acquirer;
    const isMain = main === undefined && index === 0;
    const id = work.id();
    const value: Wire['Acquirer'] = {
      id,
      name: string(acquirer.name) ?? '',
      priority: typeof priority === 'number' ? priority : before.length + index + 1,
      main: isMain,
    };
    return work.create(KIND, { id, value, keys: isMain ? [MAIN] : [] });
  });
  return ok({
    acquirers: [...before, ...added].map((acquirer) => valueAs('Acquirer', acquirer)),
  } satisfies Wire['Acquirers']);
};

const setMainAcquirer: OperationHandler = (work, { params }) => {
  work.use('acquirer-main');
  const chosen = existing(work, KIND, params.id);
  const main = work.find(KIND, MAIN);
  if (main?.id === chosen.id) return ok(chosen.value);
  if (main !== undefined) work.change(main, { value: { ...main.value, main: false }, keys: [] });
  return ok(work.change(chosen, { value: { ...chosen.value, main: true }, keys: [MAIN] }).value);
};

/** Returns all acquirers, oldest first. */
function all(work: Work): Stored[] {
  return work.page(KIND, { page: 1, perPage: Number.MAX_SAFE_INTEGER }).items.toReversed();
}

const ANTI_FRAUD = 'anti_fraud';
/** The unique key: only one configuration exists. */
const CURRENT = 'current';

/** Replaces the configuration. Does not store its credentials. */
const configureAntiFraud: OperationHandler = (work, { body = {} }) => {
  work.use('single-configuration');
  const value: Wire['AntiFraud'] = present({
    enabled: booleanOf(body.enabled),
    ...stringFields(body, ['provider', 'sequence']),
  });
  const current = work.find(ANTI_FRAUD, CURRENT);
  if (current !== undefined) return ok(work.change(current, { value }).value);
  const id = work.id();
  return ok(work.create(ANTI_FRAUD, { id, value, keys: [CURRENT] }).value);
};

export const configurationRules = { addAcquirers, setMainAcquirer, configureAntiFraud } satisfies OperationRules;
