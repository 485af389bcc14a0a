import { describe, expect, test } from 'vitest';
import { sendJson } from '../../../sandbox/test/server/send.ts';
import { contract } from '../../../test/contract/example-pairs.ts';
import { createStub } from '../../../test/stub-server.ts';
import { PATTERNS } from '../../src/validation/violations.ts';

const _CARD = { card_number: '4111111111111111' };
const CREDIT = { amount: 1, payment_method: 'credit_card' };

describe('an error suggests the intended value', () => {
  test.each([
    [{ amount: 159.9, payment_method: 'pix' }, 'amount: must be in centavos: 15990, not 159.9'],
    [{ ammount: 1, payment_method: 'pix' }, 'amount: is required, and ammount was sent'],
    [{ ...CREDIT, card: { cardNumber: '4111111111111111' } }, 'card.card_number: is required, and cardNumber was sent'],
    [
      { ...CREDIT, card: { card_number: '4111 1111 1111 1111' } },
      'card.card_number: must be digits only, without blanks or hyphens',
    ],
  ])('%j', async (sent, error) => {
    const stub = createStub();
    const { status, body } = await sendJson(stub, 'POST', '/v1/transactions', sent);
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
      'path: the docs are not served; start with --docs (option docs), or copy them to a folder with `npx payment-gateway-contract docs --out public`',
    ],
  ])('%s %s', async (method, path, error) => {
    const stub = createStub();
    expect(await sendJson(stub, method, path)).toMatchObject({ status: 404, body: { errors: [error] } });
  });

  test('an error recognizes the test cards of other gateways', async () => {
    const stub = createStub();
    const { status, body } = await sendJson(stub, 'POST', '/v1/cards', { card_number: '4242424242424242' });
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        errors: [
          'card_number: is a test card of Stripe, which this server does not know; use ' +
            'approved: 4111111111111111, 5555555555554444, 6362970000457013, 6062825624254001, 378282246310005; ' +
            'request_authentication: 4539620659922097; processing: 5240082975622454, 5067766783888311; ' +
            'refused: 4929291898380766, 5530062640663264',
        ],
      },
    });
  });
});

test('each pattern of the contract has a description', () => {
  const patterns = [...JSON.stringify(contract).matchAll(/"pattern":"([^"]+)"/g)].map(([, pattern]) => pattern);
  expect(patterns.length).toBeGreaterThan(1);
  expect([...new Set(patterns)].sort()).toEqual(Object.keys(PATTERNS).sort());
});
