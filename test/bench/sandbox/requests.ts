/** The requests for the contestants of the HTTP parts. */
import { readFileSync } from 'node:fs';
import type { Call } from '../mock/load.ts';

export const contract = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));

// Without the reference key and date of the example: a repeated reference and a past date are refused.
const {
  reference_key: _reference,
  expiration_date: _date,
  ...pix
} = contract.components.examples['createTransaction.pix.request'].value;

export const creation: Call = { method: 'POST', path: '/v1/transactions', body: JSON.stringify(pix) };
/** Retrieves the first transaction that was created. */
export const retrieval: Call = { method: 'GET', path: '/v1/transactions/1001', body: '' };
