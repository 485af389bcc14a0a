import type { RegisterKey } from '../../../generated/register-keys.js';

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

/** Entries whose parts the schemas do not show. A run must confirm each part. */
export const PARTS: Partial<Record<RegisterKey, readonly string[]>> = {
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
