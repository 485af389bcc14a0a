import { createMockFetch } from 'payment-gateway-contract/mock';
import { describe, expect, test } from 'vitest';
import { createSandboxFetch } from '../src/index.js';

const CARD = {
  card_holder_name: 'ANA LIMA',
  card_number: '4111111111111111',
  card_expiration_date: '1249',
  card_cvv: '123',
};
const EXPIRED = { ...CARD, card_expiration_date: '0120' };
const REFUSED = { ...CARD, card_number: '4929291898380766' };
const ASKS_FOR_3DS = { ...CARD, card_number: '4539620659922097' };
const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/no' };
const credit = { payment_method: 'credit_card', card: CARD };
const debit = { payment_method: 'debit_card', card: CARD };

/** Sends a payment of 1,000 centavos. */
async function send(fetch: ReturnType<typeof createMockFetch>, payment: object) {
  const response = await fetch('http://gateway.test/v1/transactions', {
    method: 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 1000, ...payment }),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, warnings: response.headers.get('x-sandbox-warning') ?? '' };
}

describe('mock and sandbox respond with the same state to', () => {
  test.each<[string, object]>([
    ['a Pix', { payment_method: 'pix' }],
    ['a Pix in installments', { payment_method: 'pix', installments: 3 }],
    ['a Pix with async', { payment_method: 'pix', async: true }],
    ['a boleto in installments', { payment_method: 'boleto', installments: 3 }],
    ['an approved card', credit],
    ['a card without capture', { ...credit, capture: false }],
    ['a card in installments', { ...credit, installments: 3 }],
    ['a refused card', { ...credit, card: REFUSED }],
    ['an expired card', { ...credit, card: EXPIRED }],
    ['an expired card that is refused anyway', { ...credit, card: { ...REFUSED, card_expiration_date: '0120' } }],
    ['an expired card with async', { ...credit, card: EXPIRED, async: true }],
    ['a card that is no test card', { ...credit, card: { ...CARD, card_number: '4111111111111112' } }],
    ['such a card without capture', { ...credit, card: { ...CARD, card_number: '411111' }, capture: false }],
    ['a refused security code', { ...credit, card: { ...CARD, card_cvv: '600' } }],
    ['3DS', { ...credit, card: ASKS_FOR_3DS, threeDSecure }],
    ['3DS with async', { ...credit, card: ASKS_FOR_3DS, threeDSecure, async: true }],
    ['no 3DS and a refused security code', { ...credit, card: { ...ASKS_FOR_3DS, card_cvv: '600' } }],
    ['a debit card', debit],
    ['a debit card with async', { ...debit, async: true }],
    ['a refused debit card', { ...debit, card: REFUSED }],
    ['an expired debit card', { ...debit, card: EXPIRED }],
  ])('%s', async (_, payment) => {
    const options = { log: 'silent', allowAnyCard: true } as const;

    const [mock, sandbox] = [
      await send(createMockFetch(options), payment),
      await send(createSandboxFetch(options), payment),
    ];

    expect(stateOf(mock)).toEqual(stateOf(sandbox));
  });

  const stateOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => ({
    code: status,
    status: body.status,
    installments: body.installments,
    capture_amount: body.capture_amount,
    paid_amount: body.paid_amount,
    refused_reason: body.refused_reason,
    asksFor3ds: 'threeDSecure' in body,
  });
});

describe('what the sandbox refuses, the mock warns about:', () => {
  test.each<[string, object]>([
    ['a debit card in installments', { ...debit, installments: 3 }],
    ['no installments', { ...credit, installments: 0 }],
    ['too many installments', { ...credit, installments: 100 }],
    ['a payment by card without a card', { payment_method: 'credit_card' }],
    ['an amount of zero', { payment_method: 'pix', amount: 0 }],
    ['a negative amount', { payment_method: 'pix', amount: -1 }],
    ['a Pix that has expired', { payment_method: 'pix', expiration_date: '2020-01-01 00:00:00' }],
    ['a Pix with a time in another format', { payment_method: 'pix', expiration_date: '20/11/2040' }],
    ['an amount that no Pix code carries', { payment_method: 'pix', amount: 1e13 }],
    ['a boleto that is due in the past', { payment_method: 'boleto', boleto: { expiration: '2020-01-01' } }],
    ['an amount that no boleto carries', { payment_method: 'boleto', amount: 1e11, customer_id: 1 }],
  ])('%s', async (_, payment) => {
    const mock = await send(createMockFetch({ log: 'silent' }), payment);
    const strict = await send(createMockFetch({ log: 'silent', refuseWarnings: true }), payment);
    const sandbox = await send(createSandboxFetch({ log: 'silent' }), payment);

    expect({ sandbox: sandbox.status, mock: mock.status, strict: strict.status }).toEqual({
      sandbox: 422,
      mock: 200,
      strict: 400,
    });
    expect(mock.warnings).not.toBe('');
  });
});
