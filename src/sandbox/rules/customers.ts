import { timestamp } from '../../codes/days.js';
import type { JsonObject } from '../../contract/json.js';
import { objectOf, objectsOf, present, string, stringFields, stringsOf } from './input.js';
import { groupOf, KINDS } from './kinds.js';
import { byName, existing, freeKeys, ok, requireReferenced } from './resource.js';
import { type OperationHandler, rule, type Stored, valueAs, type Wire, type Work } from './work.js';

const KIND = KINDS.Customer;

export const createCustomer = rule<OperationHandler>('customer-shape', (work, { body = {} }) =>
  ok(create(work, body).value),
);

export const updateCustomer = rule<OperationHandler>('update-request-fields', (work, { params, body = {} }) =>
  ok(update(work, existing(work, KIND, params.id), body, 'always').value),
);

/** Returns `{}` if no customer matches: a plugin expects that instead of 404. */
export const findCustomer = rule<OperationHandler>('customer-lookup', (work, { body = {} }) =>
  ok(byEmail(work, body)?.value ?? {}),
);

export const listCustomerCards = rule<OperationHandler>('customer-lookup', (work, { body = {} }) => {
  const customer = byEmail(work, body);
  if (customer === undefined) return ok([]);
  // A bare array has no pages, so the newest hundred have to do.
  const { items } = work.page(KINDS.Card, { group: groupOf('Customer', customer.id), page: 1, perPage: 100 });
  // In this list, a public client reads `card_id` and no `id`.
  return ok(items.map(({ value: { id: _id, ...card } }) => card));
});

/**
 * The customer of a transaction or a subscription: the one of `customer_id`, or the one on file with the `external_id` or else the e-mail
 * address, brought up to date, or a new one. Undefined when the request names none.
 */
export const customerOfPayment = rule('customer-identity', (work: Work, body: JsonObject): Stored | undefined => {
  if (body.customer_id !== undefined && body.customer_id !== null) {
    return requireReferenced(work, KIND, body.customer_id, 'customer_id');
  }
  const sent = objectOf(body.customer);
  if (sent === undefined) return undefined;
  const found = byName(work, KIND, namesOf(sent));
  return found === undefined ? create(work, sent) : update(work, found, sent, 'if-different');
});

function create(work: Work, sent: JsonObject): Stored {
  const names = namesOf(sent);
  const keys = freeKeys(work, KIND, names);
  const id = work.id();
  const now = timestamp(work.now);
  const value: Wire['Customer'] = {
    id,
    ...fieldsOf(sent),
    birthday: null,
    phone_numbers: stringsOf(sent.phone_numbers),
    documents: documentsOf(sent, []).map((document) => ({ ...document, id: work.id() })),
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
  // A guest's 0 does not replace an identifier.
  if (!isIdentifier(fields.external_id) && isIdentifier(known.external_id)) delete fields.external_id;
  const documents = Array.isArray(sent.documents) ? documentsOf(sent, known.documents ?? []) : (known.documents ?? []);
  const changes: Partial<Wire['Customer']> = {
    ...fields,
    ...(Array.isArray(sent.phone_numbers) && { phone_numbers: stringsOf(sent.phone_numbers) }),
    ...(Array.isArray(sent.documents) && { documents }),
  };
  if (when === 'if-different' && !differs(known, changes)) return customer;

  const value = { ...known, ...changes };
  const names = namesOf(value);
  const keys = freeKeys(work, KIND, names, customer.id);
  const changed = work.change(customer, {
    value: {
      ...value,
      documents: documents.map((document) => ({ ...document, id: document.id ?? work.id() })),
      updated_at: timestamp(work.now),
    },
    groups: names,
    keys,
  });
  work.emit('customer.changed', changed);
  return changed;
}

function fieldsOf(
  sent: JsonObject,
): Partial<Pick<Wire['Customer'], 'external_id' | 'name' | 'type' | 'country' | 'email'>> {
  const { external_id } = sent;
  const identifier = typeof external_id === 'number' ? String(external_id) : undefined;
  return present({
    external_id: identifier,
    ...stringFields(sent, ['external_id', 'name', 'type', 'country', 'email']),
  });
}

function differs(known: Wire['Customer'], changes: Partial<Wire['Customer']>): boolean {
  return Object.entries(changes).some(([field, value]) => {
    const before = known[field as keyof typeof known];
    return before !== value && JSON.stringify(before) !== JSON.stringify(value);
  });
}

/** Documents that are on file keep their id; the others get one. */
function documentsOf(sent: JsonObject, known: readonly Wire['Document'][]): Wire['Document'][] {
  return objectsOf(sent.documents).map((document) => {
    const fields = stringFields(document, ['type', 'number']);
    return known.find(({ type, number }) => type === fields.type && number === fields.number) ?? fields;
  });
}

/** By what a customer is found, the merchant's own identifier first. */
function namesOf({ external_id, email }: JsonObject): string[] {
  const known = string(email);
  return [
    ...(isIdentifier(external_id) ? [`external_id:${external_id}`] : []),
    ...(known === undefined ? [] : [emailName(known)]),
  ];
}

/** 0 is what a plugin sends for guests, and counts as none. */
function isIdentifier(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && !['', '0'].includes(String(value).trim());
}

const emailName = (email: string): string => `email:${email.trim().toLowerCase()}`;

function byEmail(work: Work, { email }: JsonObject): Stored | undefined {
  return typeof email === 'string' ? byName(work, KIND, [emailName(email)]) : undefined;
}
