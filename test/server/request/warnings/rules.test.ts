import { describe, expect, test } from 'vitest';
import { BODY_RULES, QUERY_RULES } from '../../../../src/server/request/warnings/rules.ts';
import { stories } from '../../../mock/stories.ts';
import { NOW, warningsFor } from './asked.ts';

const CARD = { card_number: '4111111111111111', card_holder_name: 'ANA LIMA', card_expiration_date: '1231' };
const PIX = { amount: 15990, payment_method: 'pix' };
const BOLETO = { amount: 15990, payment_method: 'boleto', customer: { name: 'Ana Lima' } };
const CREDIT = { amount: 15990, payment_method: 'credit_card', card: CARD };

const SAYS = 'contains a card number: free text is stored as sent, so send it in card_number only';
const PAN = '4532015112830366';
const FREE_TEXT: readonly Case[] = [
  {
    rule: 'card number in free text',
    body: {
      ...PIX,
      metadata: `paid with ${PAN}`,
      reference_key: `order ${PAN}`,
      items: [{ title: `x 4532%200151-1283 0366` }],
    },
    says: [`metadata: ${SAYS}`, `reference_key: ${SAYS}`, `items[0].title: ${SAYS}`],
  },
  {
    rule: 'card number in free text',
    body: { ...CREDIT, card: { ...CARD, card_holder_name: `MARIA ${PAN}` }, metadata: JSON.stringify({ order: PAN }) },
    says: [`card.card_holder_name: ${SAYS}`, `metadata: ${SAYS}`],
  },
  {
    rule: 'card number in free text',
    operationId: 'createPaymentLink',
    body: { amount: 100, name: PAN, description: `card ${PAN}` },
    says: [`name: ${SAYS}`, `description: ${SAYS}`],
  },
  // Published test cards, timestamps and order numbers get no warning.
  {
    rule: 'card number in free text',
    body: { ...PIX, metadata: 'test card 4111111111111111', reference_key: 'order-20261122102030' },
    says: [],
  },
];

interface Case {
  rule: string;
  operationId?: string;
  body?: unknown;
  query?: Record<string, string>;
  says: string[];
}

const CASES: readonly Case[] = [
  ...FREE_TEXT,
  {
    rule: 'boleto without a payer',
    body: { amount: 15990, payment_method: 'boleto' },
    says: ['body: needs customer or customer_id; a boleto names its payer'],
  },
  { rule: 'boleto without a payer', body: { amount: 15990, payment_method: 'boleto', customer_id: 7 }, says: [] },
  { rule: 'boleto without a payer', body: PIX, says: [] },
  {
    rule: 'short reference key',
    body: { ...PIX, reference_key: 'x'.repeat(19) },
    says: ['reference_key: has fewer than 20 characters'],
  },
  { rule: 'short reference key', body: { ...PIX, reference_key: 'x'.repeat(20) }, says: [] },
  {
    rule: 'unknown field',
    operationId: 'refundTransaction',
    body: { ammount: 100 },
    says: ['ammount: is not known; did you mean amount?'],
  },
  {
    rule: 'unknown field',
    body: { ...CREDIT, card: { ...CARD, cardHolderName: 'ANA', x: 1 } },
    says: ['card.cardHolderName: is not known; did you mean card_holder_name?', 'card.x: is not known'],
  },
  {
    rule: 'unknown field',
    body: { ...PIX, items: [{ title: 'Caneca' }, { titel: 'Curso' }] },
    says: ['items[1].titel: is not known; did you mean title?'],
  },
  {
    rule: 'unknown field',
    body: { ...PIX, boleto: { expiration: '2027-01-01' } },
    says: ['boleto: is not a field of this payment_method'],
  },
  {
    rule: 'unknown parameter',
    operationId: 'listCustomers',
    query: { per_pag: '1', 'x-y': '2' },
    says: ['query.per_pag: is not known; did you mean per_page?', 'query.x-y: is not known'],
  },
  {
    rule: 'unknown parameter',
    operationId: 'retrieveCustomer',
    query: { page: '1' },
    says: ['query.page: is not known'],
  },
  {
    rule: 'page before the first',
    operationId: 'listCards',
    query: { page: '0' },
    says: ['query.page: must be 1 or more'],
  },
  {
    rule: 'page before the first',
    operationId: 'listCards',
    query: { per_page: '-3' },
    says: ['query.per_page: must be 1 or more'],
  },
  {
    rule: 'unknown value',
    operationId: 'createPaymentLink',
    body: { amount: 100, notify: 'whatsap' },
    says: ['notify: is not one of the known values whatsapp; did you mean whatsapp?'],
  },
  {
    rule: 'unknown value',
    operationId: 'createWebhook',
    body: { url: 'https://shop.example/', events: ['transactions', 'refunds'] },
    says: ['events[1]: is not one of the known values transactions, links, customers, cards'],
  },
  { rule: 'amount of zero', body: { ...PIX, amount: 0 }, says: ['amount: is zero'] },
  { rule: 'amount of zero', operationId: 'refundTransaction', body: { amount: 0 }, says: ['amount: is zero'] },
  { rule: 'negative amount', body: { ...PIX, amount: -15990 }, says: ['amount: is negative'] },
  {
    rule: 'negative amount',
    body: { ...PIX, items: [{ unit_price: -1 }] },
    says: ['items[0].unit_price: is negative'],
  },
  {
    rule: 'amount beyond 2^53',
    body: { ...PIX, amount: 2 ** 53 },
    says: ['amount: is above 2^53, where JSON numbers lose centavos'],
  },
  {
    rule: 'too many installments',
    body: { ...CREDIT, installments: 0 },
    says: ['installments: must be from 1 to 24'],
  },
  {
    rule: 'too many installments',
    body: { ...CREDIT, installments: '25' },
    says: ['installments: must be from 1 to 24'],
  },
  {
    rule: 'mistyped card number',
    body: { ...CREDIT, card: { ...CARD, card_number: '4111111111111112' } },
    says: ['card.card_number: is not a valid card number; check its digits'],
  },
  {
    rule: 'expiry month of a card',
    body: { ...CREDIT, card: { ...CARD, card_expiration_date: '1330' } },
    says: ['card.card_expiration_date: has a month that does not exist; its shape is MMYY'],
  },
  {
    rule: 'expiry month of a card',
    operationId: 'createCard',
    body: { ...CARD, card_expiration_date: '0031' },
    says: ['card_expiration_date: has a month that does not exist; its shape is MMYY'],
  },
  {
    rule: 'expiry month of a card',
    body: { ...CREDIT, card: { ...CARD, card_expiration_date: '1026' } },
    says: ['card.card_expiration_date: is in the past: the card has expired'],
  },
  {
    rule: 'card and card_id together',
    body: { ...CREDIT, card_id: 501 },
    says: ['body: has card and card_id; send one of them'],
  },
  {
    rule: 'card payment without a card',
    body: { amount: 1, payment_method: 'credit_card' },
    says: ['body: has no card and no card_id, and is a payment by card'],
  },
  {
    rule: 'card payment without a card',
    body: { amount: 1, payment_method: 'debit_card' },
    says: ['body: has no card, and is a payment by card'],
  },
  {
    rule: 'document number with wrong check digits',
    body: {
      ...PIX,
      customer: { documents: [{ type: 'CPF', number: '529.982.247-26' }, { number: '11222333000180' }] },
    },
    says: [
      'customer.documents[0].number: is not a CPF; a CPF has 11 digits, and the last two are check digits',
      'customer.documents[1].number: is not a CNPJ; a CNPJ has 14 places, and the last two are check digits',
    ],
  },
  {
    rule: 'document number with wrong check digits',
    operationId: 'createReceiver',
    body: { document: '1122233300018' },
    says: ['document: is not a CNPJ; a CNPJ has 14 places, and the last two are check digits'],
  },
  {
    rule: 'split above 100 %',
    body: {
      ...PIX,
      split: [
        { receiver_id: 1, percentage: 70 },
        { receiver_id: 2, percentage: 30.1 },
      ],
    },
    says: ['split: adds up to more than 100 %'],
  },
  {
    rule: 'split above 100 %',
    body: {
      ...PIX,
      split: [
        { receiver_id: 1, amount: 15990 },
        { receiver_id: 2, amount: 1 },
      ],
    },
    says: ['split: adds up to more than the amount of the payment'],
  },
  {
    rule: 'split without a receiver',
    body: { ...PIX, split: [{ percentage: 10 }] },
    says: ['split[0]: needs a receiver_id; without one, no receiver gets this part'],
  },
  {
    rule: 'split rule without a share',
    body: { ...PIX, split: [{ receiver_id: 1 }] },
    says: ['split[0]: needs percentage or amount'],
  },
  {
    rule: 'day in the past',
    body: { ...BOLETO, boleto: { expiration: '2026-11-19' } },
    says: ['boleto.expiration: is in the past'],
  },
  {
    rule: 'last payment date before the due date',
    body: { ...BOLETO, boleto: { expiration: '2026-12-10', max_payment_date: '2026-12-09' } },
    says: ['boleto.max_payment_date: is before expiration; the boleto could not be paid on its due date'],
  },
  {
    rule: 'time in another format or in the past',
    body: { ...PIX, expiration_date: '2026-11-20T14:05:41Z' },
    says: ['expiration_date: must be shaped YYYY-MM-DD HH:MM:SS, in UTC, as 2026-11-20 14:05:41'],
  },
  {
    rule: 'time in another format or in the past',
    body: { ...PIX, expiration_date: '31/12/2026' },
    says: ['expiration_date: must be shaped YYYY-MM-DD HH:MM:SS, in UTC, as 2026-11-20 14:05:41'],
  },
  {
    rule: 'time in another format or in the past',
    body: { ...PIX, expiration_date: '2026-11-20 13:05:41' },
    says: ['expiration_date: is in the past (it is read as UTC)'],
  },
  {
    rule: 'invalid e-mail address',
    operationId: 'findCustomer',
    body: { email: 'maria.example.com' },
    says: ['email: is not an e-mail address'],
  },
  {
    rule: 'invalid web address',
    operationId: 'createWebhook',
    body: { url: 'shop.example/hook', events: [] },
    says: ['url: is not a web address such as https://shop.example/'],
  },
  {
    rule: 'invalid web address',
    body: { ...CREDIT, threeDSecure: { urlSuccess: 'javascript:alert(1)' } },
    says: ['threeDSecure.urlSuccess: is not a web address such as https://shop.example/'],
  },
  {
    rule: 'invalid IP address',
    body: { ...CREDIT, threeDSecure: { ipAddress: '203.0.113.256' } },
    says: ['threeDSecure.ipAddress: is not an IP address'],
  },
  {
    rule: 'invalid postal code',
    body: { ...PIX, billing: { address: { zipcode: '1001-000' } } },
    says: ['billing.address.zipcode: is not a CEP; a CEP has 8 digits, with or without a hyphen'],
  },
];

const RULES = [...BODY_RULES, ...QUERY_RULES].map(({ name }) => name);

describe('a warning', () => {
  test('is tested for each rule', () => {
    expect([...new Set(CASES.map(({ rule }) => rule))].sort()).toEqual([...new Set(RULES)].sort());
  });

  test.each(CASES)('of $rule: $says', ({ operationId = 'createTransaction', body, query, says }) => {
    expect(warningsFor(operationId, body, query ? { query } : {})).toEqual(says);
  });

  test.each(stories.filter(({ request }) => request !== undefined))(
    'is not sent for the example $operationId $name',
    ({ operationId, request }) => {
      expect(warningsFor(operationId, request)).toEqual([]);
    },
  );

  test.each([
    ['a card that expires this month', { ...CREDIT, card: { ...CARD, card_expiration_date: '1126' } }],
    ['a boleto that is due today', { ...BOLETO, boleto: { expiration: '2026-11-20', max_payment_date: '2026-11-20' } }],
    ['the largest amount', { ...PIX, amount: Number.MAX_SAFE_INTEGER }],
    ['24 installments', { ...CREDIT, installments: '24' }],
    [
      'a split of three thirds',
      { ...PIX, split: [33.3, 33.3, 33.4].map((percentage) => ({ receiver_id: 1, percentage })) },
    ],
    ['another country’s postal code', { ...PIX, billing: { address: { zipcode: '94103', country: 'us' } } }],
    ['upper case', { ...PIX, customer: { country: 'BR', documents: [{ type: 'CPF', number: '52998224725' }] } }],
    ['a document of another type', { ...PIX, customer: { documents: [{ type: 'passport', number: 'X1' }] } }],
    ['punctuation', { ...PIX, customer: { documents: [{ type: 'cpf', number: '529.982.247-25' }] } }],
  ])('is not sent for %s', (what, body) => {
    const known = what === 'a document of another type' ? 1 : 0; // the type gets a warning
    expect(warningsFor('createTransaction', body)).toHaveLength(known);
  });

  test('is not sent for an update that leaves the card unchanged', () => {
    expect(warningsFor('updateSubscription', { payment_method: 'credit_card' })).toEqual([]);
  });

  test('is not sent for fields of an object that may have any field', () => {
    expect(warningsFor('configureAntiFraud', { enabled: true, credentials: { anything: 1 } })).toEqual([]);
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

test('the clock of the tests is before the expiry of the examples', () => {
  expect(new Date(NOW).getUTCFullYear()).toBe(2026);
});
