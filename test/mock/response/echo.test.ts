import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reached, sendJson, transports } from '../send.ts';

const APPROVED = '4111111111111111';
const card = (card_number: string) => ({ card_number, card_holder_name: 'ANA LIMA', card_expiration_date: '1231' });

describe.each(transports)('a response repeats of its request, $name', ({ open }) => {
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

  test('amounts, installments, customer, items and metadata', async () => {
    const response = await pay({
      card: card(APPROVED),
      installments: 6,
      metadata: '{"a":1}',
      customer: { external_id: 'c-9', name: 'Ana Lima', documents: [{ type: 'cpf', number: '11144477735' }] },
      items: [
        { external_id: 'x', title: 'Caneca', unit_price: 300, quantity: 1, tangible: true },
        { external_id: 'y', title: 'Curso', unit_price: 400, quantity: 1, tangible: false },
      ],
    });
    expect(response).toMatchObject({
      amount: 700,
      capture_amount: 700,
      paid_amount: 700,
      installments: 6,
      metadata: '{"a":1}',
      customer: { external_id: 'c-9', name: 'Ana Lima', documents: [{ type: 'cpf', number: '11144477735' }] },
      items: [
        { external_id: 'x', title: 'Caneca', tangible: 1 },
        { external_id: 'y', title: 'Curso', tangible: 0 },
      ],
    });
    expect(new Set(response.items.map(({ id }: { id: number }) => id)).size).toBe(2);
  });

  test('nothing that was not sent', async () => {
    expect(await pay({ card: card(APPROVED) })).toMatchObject({
      installments: 1,
      items: [],
      metadata: null,
      shipping: null,
    });
  });

  test('of a card only what is no secret', async () => {
    const response = await pay({ card: { ...card('378282246310005'), card_cvv: '9876' } });
    expect(response.card).toMatchObject({
      card_holder_name: 'ANA LIMA',
      card_first_digits: '378282',
      card_last_digits: '0005',
      brand: 'amex',
    });
    expect(JSON.stringify(response)).not.toMatch(/378282246310005|9876/);
  });

  test('the brand of a number', async () => {
    expect(await post('/v1/cards/brand', { card_number: '6062825624254001' })).toEqual({ brand: 'hipercard' });
  });

  test('nothing of a type that the response does not have', async () => {
    expect((await post('/v1/simulate/tax', { amount: 100, installments: 3 })).installments).toBeInstanceOf(Array);
  });

  test('no part of an amount as the amount', async () => {
    const response = await post('/v1/transactions/5/capture', { amount: 100 });
    expect(response).toMatchObject({ amount: 15990, capture_amount: 100, paid_amount: 100 });
  });

  test('the shipping of a request whose example has none', async () => {
    const shipping = { name: 'Ana', fee: '500', address: { street: 'Rua A', city: 'Recife' } };
    expect((await pay({ card_id: 1, shipping })).shipping).toEqual(shipping);
  });
});
