import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/index.js';

const PIX = { amount: 100, payment_method: 'pix', customer: { name: 'Ana Lima' } };
const SHIPPING = { name: 'Ana Lima', fee: '0', address: { street: 'Rua A', city: 'Recife' } };
const CUSTOMER = { name: 'Ana Lima', email: 'ana@example.com' };

/** The path, the body and the headers of a POST, and the evidence of its response. */
type Case = [because: string, evidence: unknown, path: string, body: object, headers: Record<string, string>];

const SHOWN = expect.stringMatching(/^(documented|observed) /);
const CASES: readonly Case[] = [
  ['a Pix, whose code only a public page shows', SHOWN, '/v1/transactions', PIX, {}],
  ['a field that is left open', 'assumed shipping-echo', '/v1/transactions', { ...PIX, shipping: SHIPPING }, {}],
  [
    'a fee of the merchant',
    'assumed simulation-self',
    '/v1/simulate/tax',
    { amount: 100, fee_responsible: 'self' },
    {},
  ],
  ['a documented status with an observed body', 'observed error-body', '/v1/transactions', {}, {}],
  ['an observed 401', 'observed error-statuses', '/v1/customers', CUSTOMER, { authorization: '' }],
  ['an assumed status', 'assumed server-errors', '/v1/customers', CUSTOMER, { 'x-sandbox-fault': 'status=503' }],
  ['a status that the contract does not have', null, '/v1/customers', CUSTOMER, { 'content-type': 'text/plain' }],
];

describe('the header x-evidence', () => {
  test.each<Case>(CASES)('shows %s: %s', async (_, evidence, path, body, headers) => {
    await using server = await startSandbox({ port: 0, log: 'silent' });
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect(response.headers.get('x-evidence')).toEqual(evidence);
    expect(server.requests.at(-1)?.evidence).toEqual(evidence ?? undefined);
  });
});
