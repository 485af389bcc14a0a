import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withCardOutcome } from '../../../src/mock/response/card-outcome.js';
import type { TestCards } from '../../../src/server/request/cards.js';
import { postAccepted, type Reached, transports } from '../send.ts';

const APPROVED = '4111111111111111';
const REFUSED = '4929291898380766';
const ASKS_FOR_3DS = '4539620659922097';
const STAYS_PROCESSING = '5240082975622454';
const card = (card_number: string) => ({ card_number, card_holder_name: 'ANA LIMA', card_expiration_date: '1231' });
const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/no' };

describe.each(transports)('a test card, $name', ({ open }) => {
  let mock: Reached;
  beforeAll(async () => {
    mock = await open();
  });
  afterAll(() => mock[Symbol.asyncDispose]());

  const post = (path: string, body?: unknown) => postAccepted(mock, path, body);
  const pay = (body: object) => post('/v1/transactions', { amount: 700, payment_method: 'credit_card', ...body });

  test('refused, with a reason and the status 200', async () => {
    expect(await pay({ card: card(REFUSED) })).toMatchObject({
      status: 'refused',
      refused_reason: { reason: expect.any(String) },
      paid_amount: null,
    });
  });

  test('refused by a security code that begins with 6, for any number', async () => {
    const card = { card_number: '4111111111111111', card_cvv: '612' };
    expect(await pay({ card })).toMatchObject({ status: 'refused', paid_amount: null, refused_reason: {} });
    expect(await pay({ card: { ...card, card_cvv: '162' } })).toMatchObject({ status: 'paid' });
  });

  test('refused on any method that takes a card', async () => {
    const response = await pay({ payment_method: 'debit_card', card: card(REFUSED), threeDSecure });
    expect(response).toMatchObject({ payment_method: 'debit_card', status: 'refused', refused_reason: {} });
    expect(response).not.toHaveProperty('threeDSecure');
  });

  test('asks for 3DS when it can, and is approved otherwise', async () => {
    expect(await pay({ card: card(ASKS_FOR_3DS), threeDSecure })).toMatchObject({
      status: 'request_authentication',
      threeDSecure: { url: expect.any(String) },
    });
    expect(await pay({ card: card(ASKS_FOR_3DS) })).toMatchObject({ status: 'paid' });
  });

  test('stays processing', async () => {
    expect(await pay({ card: card(STAYS_PROCESSING) })).toMatchObject({ status: 'processing', paid_amount: null });
  });

  test('is only authorized without capture', async () => {
    expect(await pay({ card: card(APPROVED), capture: false })).toMatchObject({
      status: 'authorized',
      capture_amount: 0,
    });
    expect(await pay({ card_id: 1, capture: true })).toMatchObject({ status: 'paid', capture_amount: 700 });
  });

  test('is processing if the request has async', async () => {
    const response = await pay({ card: card(REFUSED), async: true });
    expect(response.status).toBe('processing');
    expect(response).not.toHaveProperty('refused_reason');
  });
});

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
  const settle = (response: unknown, sent: unknown) => withCardOutcome(response, sent, siblings, cards);
  const by = (payment_method: string, more: object = {}) => ({ payment_method, ...more });

  test.each([
    ['an approved card', paid, by('credit_card', { card: card(APPROVED) }), 'paid'],
    ['a refused card', paid, by('credit_card', { card: card(REFUSED) }), 'refused'],
    ['a refused security code', paid, by('credit_card', { card: { ...card(APPROVED), card_cvv: '600' } }), 'refused'],
    ['3DS', paid, by('credit_card', { card: card(ASKS_FOR_3DS), threeDSecure }), 'request_authentication'],
    ['3DS that was not asked for', paid, by('credit_card', { card: card(ASKS_FOR_3DS) }), 'paid'],
    ['no capture', paid, by('credit_card', { capture: false }), 'authorized'],
    ['capture', authorized, by('credit_card', { capture: true }), 'paid'],
    ['capture by default', authorized, by('credit_card'), 'paid'],
    ['no capture, as the example', authorized, by('credit_card', { capture: false }), 'authorized'],
    ['another state', { ...paid, status: 'refused' }, by('credit_card', { capture: false }), 'refused'],
    ['async', paid, by('credit_card', { async: true }), 'processing'],
    ['async as 1', paid, by('credit_card', { async: 1 }), 'processing'],
    ['async as "1"', paid, by('credit_card', { async: '1', card: card(REFUSED) }), 'processing'],
    ['async as 0', paid, by('credit_card', { async: 0 }), 'paid'],
    ['async false', paid, by('credit_card', { async: false }), 'paid'],
    ['PIX', { ...paid, status: 'processing' }, by('pix'), 'processing'],
    ['PIX, async', paid, by('pix', { async: true }), 'waiting_payment'],
    ['PIX, async false', paid, by('pix', { async: false }), 'waiting_payment'],
    ['boleto, async', paid, by('boleto', { async: true }), 'waiting_payment'],
    ['boleto with a refused card', paid, by('boleto', { card: card(REFUSED) }), 'paid'],
  ])('of %s', (_, response, sent, status) => {
    expect(settle(response, sent)).toMatchObject({ status });
  });

  test('has the amounts of that state', () => {
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
