import { describe, expect, test } from 'vitest';
import { examplePairs } from '../../../../../test/contract/example-pairs.ts';
import { BODY_RULES, QUERY_RULES } from '../../../../src/server/request/warnings/catalog.ts';
import { warningsFor } from './asked.ts';
import { askedBy, BOLETO, CARD, CASES, type Case, CREDIT, PIX } from './cases.ts';

const RULES = [...BODY_RULES, ...QUERY_RULES].map(({ name }) => name);

describe('a warning', () => {
  test('is tested for each rule', () => {
    expect([...new Set(CASES.map(([rule]) => rule))].sort()).toEqual([...new Set(RULES)].sort());
  });

  test.each<Case>(CASES)('of %s', (...[_, given, ...says]) => {
    const { operationId, body, query } = askedBy(given);
    expect(warningsFor(operationId, body, query ? { query } : {})).toEqual(says);
  });

  test.each(examplePairs.filter(({ request }) => request !== undefined))(
    'is not sent for the example $operationId $name',
    ({ operationId, request }) => {
      expect(warningsFor(operationId, request)).toEqual([]);
    },
  );

  test.each([
    ['a card that expires this month', { ...CREDIT, card: { ...CARD, card_expiration_date: '1126' } }],
    ['a boleto that is due today', { ...BOLETO, boleto: { expiration: '2026-11-20', max_payment_date: '2026-11-20' } }],
    ['the largest amount', { ...CREDIT, amount: Number.MAX_SAFE_INTEGER }],
    ['24 installments', { ...CREDIT, installments: 24 }],
    [
      'a split of three thirds',
      { ...PIX, split: [33.3, 33.3, 33.4].map((percentage) => ({ receiver_id: 1, percentage })) },
    ],
    ['another country’s postal code', { ...PIX, billing: { address: { zipcode: '94103', country: 'us' } } }],
    ['upper case', { ...PIX, customer: { country: 'BR', documents: [{ type: 'CPF', number: '52998224725' }] } }],
    ['a document of another type', { ...PIX, customer: { documents: [{ type: 'passport', number: 'X1' }] } }],
    ['spaces in a phone number', { ...PIX, customer: { phone_numbers: ['+55 (11) 98765-4321', '+14155550100'] } }],
    [
      'an update that leaves the card unchanged',
      { operationId: 'updateSubscription', body: { payment_method: 'credit_card' } },
    ],
    [
      'fields of an object that may have any field',
      { operationId: 'configureAntiFraud', body: { enabled: true, credentials: { anything: 1 } } },
    ],
    ['punctuation', { ...PIX, customer: { documents: [{ type: 'cpf', number: '529.982.247-25' }] } }],
  ])('is not sent for %s', (what, given) => {
    const { operationId, body } = askedBy(given);
    const known = what === 'a document of another type' ? 1 : 0; // the type gets a warning
    expect(warningsFor(operationId, body)).toHaveLength(known);
  });

  test('about a date uses the date in São Paulo', () => {
    const body = { ...BOLETO, boleto: { expiration: '2026-11-20' } };
    expect(warningsFor('createTransaction', body, { now: Date.parse('2026-11-21T02:59:59Z') })).toEqual([]);
    expect(warningsFor('createTransaction', body, { now: Date.parse('2026-11-21T03:00:00Z') })).toHaveLength(1);
  });

  test('is sent if the operation ignores the body', () => {
    expect(warningsFor('deleteCustomer', { id: 1 })).toEqual(['body: is ignored; this operation has no body']);
    expect(warningsFor('deleteCustomer', {})).toEqual([]);
  });

  test('beyond the maximum is only counted', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, 1]));
    const warnings = warningsFor('createTransaction', { ...PIX, ...many, amount: 0 });
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe('request: has 49981 warnings more');
  });
});
