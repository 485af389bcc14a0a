import { describe, expect, test } from 'vitest';
import { PATTERNS } from '../../../src/contract/validation/violations.ts';
import { sendJson, transports } from '../../mock/send.ts';
import { contract } from '../../mock/stories.ts';

const CARD = { card_number: '4111111111111111' };
const CREDIT = { amount: 1, payment_method: 'credit_card' };

describe.each(transports)('an error suggests the intended value, $name', ({ open }) => {
  test.each([
    [{ amount: 159.9, payment_method: 'pix' }, 'amount: must be in centavos: 15990, not 159.9'],
    [{ amount: 1998.998, payment_method: 'pix' }, 'amount: must be in centavos, a whole number'],
    [{ amount: 1e21 + 0.5, payment_method: 'pix', x: 1 }, undefined],
    [{ amount: '159,90', payment_method: 'pix' }, 'amount: must be an integer in centavos: 15990, not a string'],
    [{ amount: 'much', payment_method: 'pix' }, 'amount: must be an integer, not a string'],
    [
      { amount: 1, payment_method: 'pix', items: [{ unit_price: 0.1 }] },
      'items[0].unit_price: must be in centavos: 10, not 0.1',
    ],
    [{ ammount: 1, payment_method: 'pix' }, 'amount: is required, and ammount was sent'],
    [{ amount: 1, paymentMethod: 'pix' }, 'payment_method: is required, and paymentMethod was sent'],
    [{ ...CREDIT, card: { cardNumber: '4111111111111111' } }, 'card.card_number: is required, and cardNumber was sent'],
    [{ amount: 1, customer: {} }, 'payment_method: is required'],
    [
      { amount: 1, payment_method: 'PIX' },
      'payment_method: must be one of credit_card, debit_card, pix, boleto; did you mean pix?',
    ],
    [
      { amount: 1, payment_method: 'creditCard' },
      'payment_method: must be one of credit_card, debit_card, pix, boleto; did you mean credit_card?',
    ],
    [
      { ...CREDIT, card: { card_number: '4111 1111 1111 1111' } },
      'card.card_number: must be digits only, without blanks or hyphens',
    ],
    [
      { ...CREDIT, card: { ...CARD, card_expiration_date: '12/2030' } },
      'card.card_expiration_date: must be MMYY, as 1230',
    ],
    [
      { amount: 1, payment_method: 'boleto', boleto: { expiration: '31/12/2030' } },
      'boleto.expiration: must be a day that exists, shaped YYYY-MM-DD',
    ],
  ])('%j', async (sent, error) => {
    await using mock = await open();
    const { status, body } = await sendJson(mock, 'POST', '/v1/transactions', sent);
    expect({ status, errors: body.errors }).toEqual(
      error === undefined ? { status: 200, errors: undefined } : { status: 400, errors: [error] },
    );
  });

  test.each([
    // test/contract/router.test.ts has the other hints. Here one shows that it reaches the response.
    ['GET', '/customers/4532015112830366', 'path: lacks /v1 at its beginning; the operation is GET /v1/customers/{id}'],
    [
      'GET',
      '/docs',
      'path: the docs are not served; start with --docs (option docs), or write them to a file with `npx payment-gateway-contract docs`',
    ],
  ])('%s %s', async (method, path, error) => {
    await using mock = await open();
    expect(await sendJson(mock, method, path)).toMatchObject({ status: 404, body: { errors: [error] } });
  });

  test('an error lists the examples for an unknown preferred one', async () => {
    await using mock = await open();
    expect(await sendJson(mock, 'GET', '/v1/transactions/1', undefined, { prefer: 'example=cash' })).toMatchObject({
      status: 404,
      body: {
        errors: [
          'prefer: the contract has no such example for retrieveTransaction; its examples are credit_card, pix, boleto',
        ],
      },
    });
  });

  test('an error recognizes the test cards of other gateways', async () => {
    await using mock = await open();
    const { status, body } = await sendJson(mock, 'POST', '/v1/cards', { card_number: '4242424242424242' });
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        errors: [
          'card_number: is a test card of Stripe, which this server does not know; use ' +
            'approved: 4111111111111111, 5555555555554444, 6362970000457013, 6062825624254001, 378282246310005; ' +
            'refused: 4929291898380766, 5530062640663264; request_authentication: 4539620659922097; ' +
            'processing: 5240082975622454, 5067766783888311',
        ],
      },
    });
  });
});

test('each pattern of the contract has a description', () => {
  const patterns = [...JSON.stringify(contract).matchAll(/"pattern":"([^"]+)"/g)].map(([, pattern]) => pattern);
  expect(patterns.length).toBeGreaterThan(2);
  expect([...new Set(patterns)].sort()).toEqual(Object.keys(PATTERNS).sort());
});
