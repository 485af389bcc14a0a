import { isDeepStrictEqual } from 'node:util';
import { timestamp } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { shownCard } from './cards.js';
import { objectsOf, optionalObject, stringFields, stringsOf } from './input.js';
import { groupOf, SCHEMA_KINDS } from './kinds.js';
import { notFound } from './refusals.js';
import { byName, changeFields, existing, freeKeys, ok, requireReferenced, textsOf, withoutOthers } from './resource.js';
import { type OperationHandler, type OperationRules, type Stored, valueAs, type Wire, type Work } from './work.js';

const KIND = SCHEMA_KINDS.Customer;

const createCustomer: OperationHandler = (work, { body = {} }) => {
  work.use('customer-shape');
  return ok(create(work, body).value);
};

const updateCustomer: OperationHandler = (work, { operationId, params, body = {} }) =>
  ok(update(work, withoutOthers(work, existing(work, KIND, params.id), operationId), body, 'always').value);

/** Returns `{}` if no customer matches: a plugin expects that instead of 404. */
const findCustomer: OperationHandler = (work, { body = {} }) => ok(byEmail(work, body)?.value ?? {});

const listCustomerCards: OperationHandler = (work, { body = {} }) => {
  const customer = byEmail(work, body);
  if (customer === undefined) return ok([]);
  // A bare array has no pages, so it contains the newest hundred cards.
  const { items } = work.page(SCHEMA_KINDS.Card, { group: groupOf('Customer', customer.id), page: 1, perPage: 100 });
  // A public client reads `card_id` in this list, so the entries have no `id`.
  return ok(
    items.map((stored) => {
      const { id: _id, ...card } = shownCard(work, stored);
      return card;
    }),
  );
};

/**
 * Returns the customer of a transaction or a subscription. This is the customer with the `customer_id`. Otherwise it is the stored customer
 * with the `external_id` or else the e-mail address, updated from the request, or a new one. Undefined if the request has no customer.
 */
export function customerOfPayment(work: Work, body: JsonObject): Stored | undefined {
  const { customer_id: id } = body;
  const sent = optionalObject(body.customer);
  const isStored = id !== undefined && id !== null;
  if (!isStored && sent === undefined) return undefined;
  work.use('customer-identity');
  if (isStored || sent === undefined) return requireReferenced(work, KIND, id, 'customer_id');
  const found = byName(work, KIND, namesOf(fieldsOf(sent)));
  return found === undefined ? create(work, sent) : update(work, found, sent, 'if-different');
}

function create(work: Work, sent: JsonObject): Stored {
  const fields = fieldsOf(sent);
  const names = namesOf(fields);
  const keys = freeKeys(work, KIND, names);
  const id = work.id();
  const now = timestamp(work.now);
  const value: Wire['Customer'] = {
    id,
    ...fields,
    birthday: null,
    phone_numbers: stringsOf(sent.phone_numbers, 'phone_numbers'),
    documents: documentsOf(work, sent, []),
    created_at: now,
    updated_at: now,
  };
  const customer = work.create(KIND, { id, value, groups: names, keys });
  work.emit('customer.created', customer);
  return customer;
}

function update(work: Work, customer: Stored, sent: JsonObject, when: 'always' | 'if-different'): Stored {
  const known = valueAs('Customer', customer);
  const fields = fieldsOf(sent);
  // A guest's 0 does not replace a real identifier.
  if (!isIdentifier(fields.external_id) && isIdentifier(known.external_id)) delete fields.external_id;
  const changes = {
    ...fields,
    ...(Array.isArray(sent.phone_numbers) && { phone_numbers: stringsOf(sent.phone_numbers, 'phone_numbers') }),
    ...(Array.isArray(sent.documents) && { documents: documentsOf(work, sent, known.documents ?? []) }),
  };
  const isSame = Object.entries(changes).every(([name, value]) => isDeepStrictEqual(value, customer.value[name]));
  if (when === 'if-different' && isSame) return customer;

  const value = { ...known, ...changes };
  const groups = namesOf(value);
  const keys = freeKeys(work, KIND, groups, customer.id);
  const changed = changeFields(work, customer, value, { groups, keys });
  work.emit('customer.changed', changed);
  return changed;
}

function fieldsOf(sent: JsonObject) {
  const { external_id } = sent;
  const identified = typeof external_id === 'number' ? { ...sent, external_id: String(external_id) } : sent;
  return textsOf('createCustomer', identified);
}

/** Returns documents with ids. Known documents keep their ids. */
function documentsOf(work: Work, sent: JsonObject, known: readonly Wire['Document'][]): Wire['Document'][] {
  return objectsOf(sent.documents, 'documents').map((document) => {
    const fields = { type: 'cpf', number: '', ...stringFields(document, ['type', 'number']) };
    const same = known.find(({ type, number }) => type === fields.type && number === fields.number);
    return same ?? { id: work.id(), ...fields };
  });
}

/** Returns the names that identify a customer, the merchant's identifier first. */
function namesOf({ external_id, email = '' }: Pick<Wire['Customer'], 'external_id' | 'email'>): string[] {
  return [
    ...(isIdentifier(external_id) ? [`external_id:${external_id}`] : []),
    ...(email === '' ? [] : [`email:${email.trim().toLowerCase()}`]),
  ];
}

/** Returns whether a value identifies a customer. A plugin sends 0 for guests. */
function isIdentifier(externalId = ''): boolean {
  return !['', '0'].includes(externalId.trim());
}

function byEmail(work: Work, body: JsonObject): Stored | undefined {
  const found = byName(work, KIND, namesOf(stringFields(body, ['email'])));
  if (found === undefined && work.use('customer-lookup') === 'not-found') throw notFound(KIND, body.email);
  return found;
}

export const customerRules = {
  createCustomer,
  updateCustomer,
  findCustomer,
  listCustomerCards,
} satisfies OperationRules;
