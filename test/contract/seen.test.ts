/**
 * Requests and responses from public clients and pages, without their values. The contract accepts each one. Where a client sends another scalar
 * type, the request here has the contract's: sandbox/test/request/plugin-values.test.ts has the others.
 */
import { describe, expect, it } from 'vitest';
import { sendJson } from '../../sandbox/test/server/send.ts';
import { createStub } from '../stub-server.ts';
import { operationNamed, requestSchema, responseSchema } from './contract.ts';
import { requestViolations, responseViolations } from './schema-validator.ts';

const person = {
  name: 'Maria Souza',
  email: 'maria.souza@example.com',
  type: 'individual',
  country: 'br',
  documents: [{ type: 'cpf', number: '52998224725' }],
  external_id: 'customer-77',
};
const address = {
  country: 'BR',
  street: 'Rua das Flores, 100',
  street_number: '100',
  state: 'SP',
  city: 'São Paulo',
  neighborhood: null,
  zipcode: '01001-000',
};
const card = {
  card_number: '4111111111111111',
  card_holder_name: 'MARIA SOUZA',
  card_expiration_date: '1230',
  card_cvv: '123',
};
/** The fields that one plugin sends with every payment method. */
const base = {
  amount: 15990,
  payment_direct: true,
  async: true,
  capture: true,
  installments: 3,
  items: [{ external_id: 'sku-1', title: 'Camiseta', unit_price: 14400, quantity: 1, tangible: true }],
  customer: person,
  customer_id: 77,
  billing: { name: 'Maria Souza', address },
  shipping: { name: 'Maria Souza', fee: '15.9', address },
  metadata: '{"module_name":"WooCommerce"}',
};
const device = {
  colorDepth: 1,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'BR',
  screenHeight: 1080,
  screenWidth: 1920,
  timeZoneOffset: 3,
};
const urls = { urlSuccess: 'https://shop.example/s', urlFail: 'https://shop.example/f' };

const requests: readonly (readonly [title: string, operationId: string, body: unknown])[] = [
  ['a card in parts, with everything', 'createTransaction', { ...base, payment_method: 'credit_card', card }],
  ['Pix, with what goes with every method', 'createTransaction', { ...base, payment_method: 'pix' }],
  ['boleto, with what goes with every method', 'createTransaction', { ...base, payment_method: 'boleto' }],
  [
    '3DS at once',
    'createTransaction',
    {
      ...base,
      payment_method: 'credit_card',
      card,
      async: false,
      threeDSecure: { ...urls, onFailure: 'decline', device },
    },
  ],
  ['a reference of one’s own', 'createTransaction', { amount: 100, payment_method: 'pix', reference_key: 'order-1' }],
  [
    'debit with a provider of the authentication, an offset in hours and two letters as the language',
    'createTransaction',
    {
      ...{ ...base, payment_method: 'debit_card', installments: 1, card },
      threeDSecure: { ...urls, provider: 'ugo', device: { ...device, language: 'br', timeZoneOffset: -3 } },
    },
  ],
  [
    'Pix with empty texts, and a fee of zero',
    'createTransaction',
    {
      amount: 100,
      payment_method: 'pix',
      customer: { ...person, documents: [{ type: 'cnpj', number: '' }] },
      billing: { name: 'Maria Souza', address: { ...address, street_number: '' } },
      shipping: { ...base.shipping, fee: '0' },
    },
  ],
  [
    'records without fields, each with what the response requires',
    'createTransaction',
    {
      amount: 100,
      payment_method: 'credit_card',
      card: { card_number: '4111' },
      customer: {},
      billing: {},
      items: [{}],
    },
  ],
  ['a refund with metadata', 'refundTransaction', { async: true, amount: 100, metadata: '{}' }],
  ['a capture with metadata', 'captureTransaction', { async: false, amount: 100, metadata: '{}' }],
  [
    'a registration with metadata',
    'createWebhook',
    { url: 'https://shop.example/hooks', events: ['transactions'], metadata: '{}' },
  ],
];

describe('accepts requests of real clients, as the server does', () => {
  const stub = createStub();

  it.each(requests)('%s', async (_, operationId, sent) => {
    const one = operationNamed(operationId);
    expect(requestViolations(requestSchema(one), sent)).toEqual([]);
    const { status, body } = await sendJson(stub, one.method, one.path.replace('{id}', '1001'), sent);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(responseViolations(responseSchema(one, '200'), body)).toEqual([]);
  });

  it.each([
    ['installments as digits in a string, which one plugin sends', { installments: '3' }],
    ['async as a number, which one plugin sends', { async: 0 }],
    ['a color depth as a string, which one page shows', { threeDSecure: { device: { colorDepth: '1' } } }],
    ['an external_id that is a number, since the document says string', { customer: { external_id: 0 } }],
  ])('but not %s', (_, part) => {
    const body = { amount: 100, payment_method: 'credit_card', card, ...part };
    expect(requestViolations(requestSchema(operationNamed('createTransaction')), body)).not.toEqual([]);
  });
});

describe('accepts observed responses', () => {
  const transaction = responseSchema(operationNamed('createTransaction'), '200');
  const time = '2026-11-20T13:05:41.482915Z';
  const times = { created_at: time, updated_at: time };
  /** Every field of section 2.2 that no published response lacks. */
  const least = {
    id: 1,
    ip_address: '203.0.113.7',
    tid: null,
    amount: 100,
    capture_amount: 100,
    paid_amount: null,
    ref_id: 'ref_1',
    status: 'paid',
    ...times,
    pix_qr_code: null,
    pix_expiration_date: null,
    pix_additional_fields: null,
    reference_key: null,
    session: null,
    local_time: null,
    payment_method: 'credit_card',
    customer: null,
    billing: null,
    shipping: null,
    items: [],
    metadata: null,
  };
  /** The card of a published response, which has neither `fingerprint` nor `valid`. */
  const leastCard = {
    card_id: 501,
    card_holder_name: 'MARIA SOUZA',
    ...times,
    card_first_digits: '411111',
    card_last_digits: '1111',
    brand: 'visa',
  };
  const billing = {
    id: 7001,
    name: 'Maria Souza',
    ...times,
    address: { ...address, street_number: '100', neighborhood: null, complementary: null },
  };

  it.each<[string, object]>([
    ['a transaction without payment_type, card and installments, customer and billing', {}],
    ['a published card response: no payment_type, a card without fingerprint and valid', { card: leastCard }],
    [
      'a published Pix response: processing, with a code and its identifier',
      {
        status: 'processing',
        payment_method: 'pix',
        pix_qr_code: '00020126890014BR.GOV.BCB.PIX2567',
        pix_expiration_date: '2025-04-02 13:43:00',
        pix_additional_fields: { pix_id: '0'.repeat(32) },
      },
    ],
    ['metadata and tid of any type', { metadata: { order: 1 }, tid: 70012654 }],
    ['a status that the contract does not list', { status: 'in_dispute' }],
    ['a neighborhood that was sent as null', { billing }],
  ])('%s', (_, more) => {
    expect(responseViolations(transaction, { ...least, ...more })).toEqual([]);
  });

  it('an id is an integer', () => {
    expect(responseViolations(transaction, { ...least, id: 'tr_1' })).not.toEqual([]);
    expect(responseViolations('#/components/schemas/Price', { id: 301 })).toEqual([]);
    expect(responseViolations('#/components/schemas/Price', { id: '301' })).not.toEqual([]);
  });

  it.each([
    ['nothing', {}],
    ['a list', { errors: ['amount is required'] }],
    ['lists by field', { errors: { amount: ['is required'] } }],
    ['one string by field', { errors: { amount: 'is required' } }],
    ['a string', { errors: 'Card declined' }],
    ['a message and a code', { message: 'The amount is required.', code: 422 }],
  ])('an error with %s', (_, body) => {
    expect(responseViolations('#/components/schemas/ErrorResponse', body)).toEqual([]);
  });
});
