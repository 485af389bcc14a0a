/** What the contestants of the HTTP parts are sent. */
import { readFileSync } from 'node:fs';
import type { Call } from '../mock/load.ts';

export const contract = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));

// One reference twice is refused, and so is a date that has passed.
const {
  reference_key: _reference,
  expiration_date: _date,
  ...pix
} = contract.components.examples['createTransaction.pix.request'].value;

export const creation: Call = { method: 'POST', path: '/v1/transactions', body: JSON.stringify(pix) };
/** The first one that was created. */
export const retrieval: Call = { method: 'GET', path: '/v1/transactions/1001', body: '' };
