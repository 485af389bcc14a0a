import { describe, expect, test } from 'vitest';
import { openSandbox, sendJson } from './send.ts';

const PIX = { amount: 100, payment_method: 'pix', customer: { name: 'Ana Lima' } };
const SHIPPING = { name: 'Ana Lima', fee: '0', address: { street: 'Rua A', city: 'Recife' } };
const SELF = { amount: 100, fee_responsible: 'self' };
const CUSTOMER = { name: 'Ana Lima', email: 'ana@example.com' };

/** The path, the body and the headers of a POST, and the evidence of its response. */
type Case = [because: string, evidence: unknown, path: string, body: object, headers: Record<string, string>];

const SHOWN = expect.stringMatching(/^(documented|observed) /);
const CASES: readonly Case[] = [
  ['a Pix, whose code only a public page shows', SHOWN, '/v1/transactions', PIX, {}],
  ['a field that is left open', 'assumed shipping-echo', '/v1/transactions', { ...PIX, shipping: SHIPPING }, {}],
  ['a fee of the merchant', 'assumed simulation-self', '/v1/simulate/tax', SELF, {}],
  ['a documented status with an observed body', 'observed error-body', '/v1/transactions', {}, {}],
  ['an observed 401', 'observed error-statuses', '/v1/customers', CUSTOMER, { authorization: '' }],
  ['an assumed status', 'assumed server-errors', '/v1/customers', CUSTOMER, { 'x-sandbox-fault': 'status=503' }],
  ['a status that the contract does not have', null, '/v1/customers', CUSTOMER, { 'content-type': 'text/plain' }],
];

describe('the header x-evidence', () => {
  test.each<Case>(CASES)('shows %s: %s', async (_, evidence, path, body, headers) => {
    await using sandbox = openSandbox();
    const response = await sendJson(sandbox, 'POST', path, body, headers);
    expect(response.headers.get('x-evidence')).toEqual(evidence);
    expect(sandbox.requests.at(-1)?.evidence).toEqual(evidence ?? undefined);
  });
});
