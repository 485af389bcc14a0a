import { describe, expect, test } from 'vitest';
import { withCardOutcome } from '../../../src/mock/response/card-outcome.js';
import type { TestCards } from '../../../src/server/request/test-cards.js';

const APPROVED = '4111111111111111';
const REFUSED = '4929291898380766';
const ASKS_FOR_3DS = '4539620659922097';
const card = (card_number: string) => ({ card_number, card_holder_name: 'ANA LIMA', card_expiration_date: '1231' });
const NOW = Date.parse('2026-06-15T12:00:00Z');
const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/no' };

describe('a transaction is brought into the state', () => {
  const cards: TestCards = Object.assign(
    new Map([
      [APPROVED, { brand: 'visa', outcome: 'approved' as const }],
      [REFUSED, { brand: 'visa', outcome: 'refused' as const }],
      [ASKS_FOR_3DS, { brand: 'visa', outcome: 'request_authentication' as const }],
    ]),
    { refusedCodes: ['6'] },
  );
  const paid = { id: 1, status: 'paid', amount: 500, capture_amount: 500, paid_amount: 500 };
  const authorized = { ...paid, status: 'authorized', capture_amount: 0, paid_amount: null };
  const siblings = [
    null,
    'x',
    { refused_reason: { reason: 'r' } },
    { threeDSecure: { url: 'u' } },
    { threeDSecure: 2 },
  ];
  const settle = (response: unknown, sent: unknown) => withCardOutcome(response, sent, siblings, { cards, now: NOW });
  const by = (payment_method: string, more: object = {}) => ({ payment_method, ...more });

  test.each([
    ['an approved card', paid, by('credit_card', { card: card(APPROVED) }), 'paid'],
    ['a refused card', paid, by('credit_card', { card: card(REFUSED) }), 'refused'],
    ['a refused security code', paid, by('credit_card', { card: { ...card(APPROVED), card_cvv: '600' } }), 'refused'],
    ['3DS', paid, by('credit_card', { card: card(ASKS_FOR_3DS), threeDSecure }), 'request_authentication'],
    ['3DS that was not asked for', paid, by('credit_card', { card: card(ASKS_FOR_3DS) }), 'paid'],
    ['no capture', paid, by('credit_card', { capture: false }), 'authorized'],
    ['capture', authorized, by('credit_card', { capture: true }), 'paid'],
    ['no capture, as the example', authorized, by('credit_card', { capture: false }), 'authorized'],
    ['another state', { ...paid, status: 'refused' }, by('credit_card', { capture: false }), 'refused'],
    ['async', paid, by('credit_card', { async: true }), 'processing'],
    ['async as "1"', paid, by('credit_card', { async: '1', card: card(REFUSED) }), 'processing'],
    ['async as "true"', paid, by('credit_card', { async: 'true' }), 'processing'],
    ['no capture as "0"', paid, by('credit_card', { capture: '0' }), 'authorized'],
    ['async false', paid, by('credit_card', { async: false }), 'paid'],
    ['Pix', { ...paid, status: 'processing' }, by('pix'), 'processing'],
    ['Pix, async', paid, by('pix', { async: true }), 'waiting_payment'],
    ['boleto, async', paid, by('boleto', { async: true }), 'waiting_payment'],
    ['boleto with a refused card', paid, by('boleto', { card: card(REFUSED) }), 'paid'],
  ])('of %s', (_, response, sent, status) => {
    expect(settle(response, sent)).toMatchObject({ status });
  });

  test('has the amounts of its state', () => {
    expect(settle(paid, by('credit_card', { capture: false }))).toEqual(authorized);
    expect(settle({ ...authorized, amount: 70 }, by('credit_card'))).toEqual({
      ...paid,
      amount: 70,
      capture_amount: 70,
      paid_amount: 70,
    });
  });

  test('with the fields that go with it, and without those of another', () => {
    const refused = settle({ ...paid, threeDSecure: { url: 'old' } }, by('credit_card', { card: card(REFUSED) }));
    expect(refused).toMatchObject({ refused_reason: { reason: 'r' } });
    expect(refused).not.toHaveProperty('threeDSecure');
    const own = settle({ ...paid, refused_reason: 'own' }, by('credit_card', { card: card(REFUSED) }));
    expect(own).toMatchObject({ refused_reason: 'own' });
    const asked = settle(
      { ...paid, refused_reason: {} },
      by('credit_card', { card: card(ASKS_FOR_3DS), threeDSecure }),
    );
    expect(asked).toMatchObject({ threeDSecure: { url: 'u' } });
    expect(asked).not.toHaveProperty('refused_reason');
  });

  test.each([
    ['a list', [paid], by('credit_card', { async: true })],
    ['no object', 'paid', by('credit_card', { async: true })],
    ['a body that is none', paid, 'async'],
    ['no payment', paid, { async: true }],
    ['a response without amounts', { id: 1, status: 'paid' }, by('credit_card', { async: true })],
    ['a response without a status', { capture_amount: 1 }, by('credit_card', { async: true })],
    ['a status that is not a string', { capture_amount: 1, status: 7 }, by('credit_card', { async: true })],
  ])('but not %s', (_, response, sent) => {
    expect(settle(response, sent)).toBe(response);
  });
});
