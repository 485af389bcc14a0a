import type { RegisterKey } from '../../../generated/register-keys.js';
import { resolve } from '../../contract/contract.js';
import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { entryKey, evidenceOf, type JudgedContract } from './contract.js';

/** Entries which state that the gateway accepts fields. To confirm one, each sent field has to come back unchanged. */
export const ECHOED: ReadonlySet<RegisterKey> = new Set([
  'card-transaction',
  'form-fields-shared',
  'link-request',
  'split-rules',
  'webhook-registration',
  'address-record-shared',
  'customer-record-shared',
  'subscription-identifiers',
  'descriptor-shared',
  'metadata-everywhere',
  'metadata-on-capture',
  'address-fields-seen',
]);

/** Entries that need several different sightings, with the number needed. */
export const SIGHTINGS: Partial<Record<RegisterKey, number>> = {
  requiredness: 3,
  'id-type': 3,
  // A run cannot write without a token.
  'bearer-key': 3,
  'bearer-everywhere': 8,
  // The account determines which of these fields have a value.
  'nullable-types': 5,
  'customer-shape': 9,
  // Some forms lack some of these fields.
  'card-transaction': 8,
  'split-rules': 5,
  'subscription-identifiers': 3,
  // A run never sends a link to a phone, and its links stay unpaid.
  'link-request': 5,
  'link-shape': 9,
  'webhook-events': 5,
  'event-payloads': 3,
};

/** Entries with several parts. A run must confirm each part. */
const OWN_SUBJECTS: Partial<Record<RegisterKey, readonly string[]>> = {
  'error-statuses': ['401', '404', '422'],
  'payment-method-values': ['credit_card', 'debit_card', 'pix', 'boleto'],
  'response-requiredness': ['credit_card', 'debit_card', 'pix', 'boleto'],
  'list-envelope': ['data', 'current_page', 'last_page', 'per_page', 'total'],
  'unknown-id': ['in the path', 'in the body'],
  'wrong-state': ['state', 'amount'],
  'list-order': ['lists', 'history', 'installments'],
  'scalar-types': ['installments', 'async as 1', 'async as "0"'],
  'card-outcomes': ['paid', 'authorized', 'refused'],
  'card-kept': ['pays again', 'listed', 'one card'],
  'capture-rules': ['only authorized', 'less', 'more'],
  'refund-rules': ['part', 'all', 'more', 'authorized', 'async', 'history'],
  'refund-capture-body': ['refund', 'capture'],
  'installment-dates': ['amounts', 'days'],
  'split-checked': ['receiver', 'too much', 'nothing'],
  'split-whole': ['99 percent'],
  'split-liable': ['nobody is liable'],
  'split-fee': ['nobody pays the fee'],
  'pix-flow': ['waits', 'past', 'paid', 'canceled'],
  'boleto-flow': ['waits', 'past', 'order', 'paid', 'canceled'],
  'customer-identity': ['external_id', 'e-mail', 'guests', 'updated', 'shared e-mail', 'no cards'],
  'deletion-effects': ['gone', 'unlisted', 'kept', 'needed', 'accounts', 'price'],
  'acquirer-main': ['first', 'one', 'all', 'set'],
  'webhook-topics': ['topics', 'address'],
  'bank-account-transitions': ['begins', 'BankAccountStatus active inactive', 'BankAccountStatus inactive active'],
};

/**
 * Returns the parts that each entry needs for confirmation. Entries about operations need every operation, entries that a
 * schema decides need every response field, and transition entries need every transition. Other entries need one sighting.
 */
export function requiredSubjects(contract: JudgedContract): Map<RegisterKey, Set<string>> {
  const required = new Map<RegisterKey, Set<string>>();
  const add = (evidence: readonly string[], subject: string, isNeeded: (key: RegisterKey) => boolean) => {
    for (const key of evidence.map(entryKey)) {
      if (key === undefined || !isNeeded(key)) continue;
      required.set(key, (required.get(key) ?? new Set()).add(subject));
    }
  };
  const isFlow = (key: RegisterKey) => contract.register.get(key)?.settle.by === 'flow';
  const isSchema = (key: RegisterKey) => contract.register.get(key)?.settle.by === 'schema';

  for (const operation of contract.operations) {
    add(evidenceOf(operation.definition['x-evidence']), operation.operationId, isFlow);
    add(contract.placeOfUse(operation, 'security').evidence, operation.operationId, isFlow);
  }
  for (const [event, item] of Object.entries(objectAt(contract.document, 'webhooks'))) {
    const evidence = evidenceOf(objectAt(item, 'post')['x-evidence']);
    add(evidence, event, (key) => isFlow(key) && key !== 'webhook-envelope');
  }
  const { requests, responses } = reachableSchemas(contract.document);
  for (const field of requests.flatMap((schema) => Object.values(objectAt(schema, 'properties')))) {
    if (!isObject(field)) continue;
    const { pointer, evidence } = contract.placeOf(field);
    add(evidence, pointer, (key) => ECHOED.has(key));
  }
  for (const schema of responses) {
    for (const [name, field] of Object.entries(objectAt(schema, 'properties'))) {
      if (!isObject(field)) continue;
      const { pointer, evidence } = contract.placeOf(field);
      add(evidence, pointer, (key) => {
        const about = contract.register.get(key)?.settle.about ?? [];
        return isSchema(key) && (about.length === 0 || about.includes(name));
      });
    }
  }
  for (const { evidence, subject } of contract.transitions) add(evidence, subject, isFlow);
  for (const [key, subjects] of Object.entries(OWN_SUBJECTS)) required.set(key as RegisterKey, new Set(subjects));
  return required;
}

/** Returns all schemas reachable from requests, and all reachable from responses or events. */
function reachableSchemas(document: JsonObject): { requests: JsonObject[]; responses: JsonObject[] } {
  const requests = new Set<JsonObject>();
  const responses = new Set<JsonObject>();
  const visit = (node: unknown, found: Set<JsonObject>) => {
    if (Array.isArray(node)) for (const item of node) visit(item, found);
    if (!isObject(node)) return;
    const target = typeof node.$ref === 'string' ? resolve(document, node) : node;
    if (found.has(target)) return;
    found.add(target);
    for (const property of Object.values(objectAt(target, 'properties'))) visit(property, found);
    for (const key of ['items', 'allOf', 'anyOf', 'oneOf', 'additionalProperties']) visit(target[key], found);
  };
  const visitBody = (body: unknown, found: Set<JsonObject>) =>
    visit(objectAt(objectAt(resolve(document, body), 'content'), 'application/json').schema, found);
  for (const root of ['paths', 'webhooks']) {
    for (const operation of Object.values(objectAt(document, root)).filter(isObject).flatMap(Object.values)) {
      visitBody(objectAt(operation, 'requestBody'), root === 'paths' ? requests : responses);
      for (const response of Object.values(objectAt(operation, 'responses'))) visitBody(response, responses);
    }
  }
  return { requests: [...requests], responses: [...responses] };
}
