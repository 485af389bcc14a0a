import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reached, sendJson, transports } from '../send.ts';

const APPROVED = '4111111111111111';
const card = (card_number: string) => ({ card_number, card_holder_name: 'ANA LIMA', card_expiration_date: '1231' });
const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/no' };

describe.each(transports)('the example that a request resembles, $name', ({ open }) => {
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

  test('boleto', async () => {
    const response = await pay({ payment_method: 'boleto' });
    expect(response).toMatchObject({ payment_method: 'boleto', status: 'waiting_payment', boleto: {} });
    expect(response.pix_qr_code).toBeNull();
  });

  test('PIX', async () => {
    const response = await pay({ payment_method: 'pix' });
    expect(response).toMatchObject({ payment_method: 'pix', pix_qr_code: expect.any(String) });
    expect(response).not.toHaveProperty('boleto');
  });

  test('debit card', async () => {
    expect(await pay({ payment_method: 'debit_card', card: card(APPROVED) })).toMatchObject({
      payment_method: 'debit_card',
    });
  });

  test('credit card, with nothing else', async () => {
    const response = await pay({ card: card(APPROVED) });
    expect(response).toMatchObject({ payment_method: 'credit_card', status: 'paid' });
    expect(response).not.toHaveProperty('threeDSecure');
    expect(response).not.toHaveProperty('split');
  });

  test('3DS without a card number, because it is asked for', async () => {
    expect(await pay({ card_id: 501, threeDSecure })).toMatchObject({
      status: 'request_authentication',
      threeDSecure: { url: expect.any(String) },
    });
  });

  test('split', async () => {
    const split = [{ receiver_id: 9, amount: 700 }];
    expect(await pay({ card: card(APPROVED), split })).toMatchObject({ split: [{ receiver_id: 9, amount: 700 }] });
  });

  test('split of a PIX stays a PIX', async () => {
    expect(await pay({ payment_method: 'pix', split: [{ receiver_id: 9 }] })).toMatchObject({
      payment_method: 'pix',
      split: [{ receiver_id: 9 }],
    });
  });

  test('identifiers or objects', async () => {
    expect(await pay({ card_id: 12, customer_id: 34, capture: false })).toMatchObject({
      status: 'authorized',
      card: { card_id: 12 },
      customer: { id: 34 },
    });
    const subscription = { price_id: 5, payment_method: 'credit_card' };
    expect(await post('/v1/subscriptions', { ...subscription, customer_id: 3, card_id: 4 })).toMatchObject({
      price: { id: 5 },
      customer: { id: 3 },
      card: { card_id: 4 },
    });
  });

  test('who bears the fee', async () => {
    const self = await post('/v1/simulate/tax', { amount: 100, fee_responsible: 'self' });
    const customer = await post('/v1/simulate/tax', { amount: 100, fee_responsible: 'customer' });
    expect(self.grossAmount).toBeLessThan(customer.grossAmount);
  });

  test('a part or all of a refund', async () => {
    expect((await post('/v1/transactions/5/refund', {})).status).toBe('refunded');
    expect((await post('/v1/transactions/5/refund', { amount: 1 })).status).toBe('paid');
  });
});
