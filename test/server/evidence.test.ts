import { describe, expect, test } from 'vitest';
import { startMockServer } from '../../src/mock/index.js';
import { startSandbox } from '../../src/sandbox/index.js';

const PIX = { amount: 100, payment_method: 'pix', customer: { name: 'Ana Lima' } };
const SHIPPING = { name: 'Ana Lima', fee: '0', address: { street: 'Rua A', city: 'Recife' } };
const CUSTOMER = { name: 'Ana Lima', email: 'ana@example.com' };

interface Case {
  because: string;
  path: string;
  body: object;
  headers?: Record<string, string>;
  evidence: string | null;
}

const CASES: readonly Case[] = [
  {
    because: 'a PIX, whose code only a public page shows',
    path: '/v1/transactions',
    body: PIX,
    evidence: expect.stringMatching(/^(documented|observed) /),
  },
  {
    because: 'a field that the document leaves open',
    path: '/v1/transactions',
    body: { ...PIX, shipping: SHIPPING },
    evidence: 'assumed shipping-echo',
  },
  {
    because: 'a payment method and a status that only public clients show',
    path: '/v1/transactions',
    body: { amount: 100, payment_method: 'boleto', customer: CUSTOMER, boleto: { expiration: '2099-01-02' } },
    evidence: expect.stringMatching(/^observed /),
  },
  {
    because: 'a body without documented fields',
    path: '/v1/customers',
    body: CUSTOMER,
    evidence: 'assumed customer-shape',
  },
  {
    because: 'the fee of the customer',
    path: '/v1/simulate/tax',
    body: { amount: 100, fee_responsible: 'customer' },
    evidence: 'documented 4.6',
  },
  {
    because: 'the fee of the merchant',
    path: '/v1/simulate/tax',
    body: { amount: 100, fee_responsible: 'self' },
    evidence: 'assumed simulation-self',
  },
  {
    because: 'a documented status with an observed body',
    path: '/v1/transactions',
    body: {},
    evidence: 'observed error-body',
  },
  { because: 'an observed status', path: '/v1/customers', body: [], evidence: 'observed error-statuses' },
  {
    because: 'an observed 401',
    path: '/v1/customers',
    body: CUSTOMER,
    headers: { authorization: '' },
    evidence: 'observed error-statuses',
  },
  {
    because: 'an assumed status',
    path: '/v1/customers',
    body: CUSTOMER,
    headers: { 'x-mock-fault': 'status=503' },
    evidence: 'assumed server-errors',
  },
  {
    because: 'a status that the contract does not have',
    path: '/v1/customers',
    body: CUSTOMER,
    headers: { 'content-type': 'text/plain' },
    evidence: null,
  },
];

describe.each([
  { server: 'mock', start: startMockServer },
  { server: 'sandbox', start: startSandbox },
])('the header x-evidence of the $server', ({ start }) => {
  test.each(CASES)('is $evidence because of $because', async ({ path, body, headers, evidence }) => {
    await using server = await start({ port: 0, log: 'silent' });
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect(response.headers.get('x-evidence')).toEqual(evidence);
    expect(server.requests.at(-1)?.evidence).toEqual(evidence ?? undefined);
  });
});
