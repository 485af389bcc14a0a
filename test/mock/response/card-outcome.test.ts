import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reached, sendJson, transports } from '../send.ts';

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

  const post = async (path: string, body: unknown) => {
    const response = await sendJson(mock, 'POST', path, body);
    expect(response.body).not.toHaveProperty('errors');
    expect(response.status).toBe(200);
    return response.body;
  };
  const pay = (body: object) => post('/v1/transactions', { amount: 700, payment_method: 'credit_card', ...body });

  test('refused, with a reason and the status 200', async () => {
    expect(await pay({ card: card(REFUSED) })).toMatchObject({
      status: 'refused',
      refused_reason: { reason: expect.any(String) },
      paid_amount: null,
    });
  });

  test('refused by a security code that begins with 6, whatever the number', async () => {
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

  test('is processing when asked for later', async () => {
    const response = await pay({ card: card(REFUSED), async: true });
    expect(response.status).toBe('processing');
    expect(response).not.toHaveProperty('refused_reason');
  });
});
