import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reached, sendJson, transports } from './transports.ts';

const APPROVED = '4111111111111111';
const REFUSED = '4929291898380766';
const ASKS_FOR_3DS = '4539620659922097';
const STAYS_PROCESSING = '5240082975622454';
const card = (card_number: string) => ({ card_number, card_holder_name: 'ANA LIMA', card_expiration_date: '1231' });
const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/no' };

describe.each(transports)('an answer fits its request, $name', ({ open }) => {
  let mock: Reached;
  beforeAll(async () => {
    mock = await open();
  });
  afterAll(() => mock[Symbol.asyncDispose]());

  const post = async (path: string, body: unknown) => {
    const answer = await sendJson(mock, 'POST', path, body);
    expect(answer.body).not.toHaveProperty('errors');
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const pay = (body: object) => post('/v1/transactions', { amount: 700, payment_method: 'credit_card', ...body });

  describe('in its form', () => {
    test('boleto', async () => {
      const answer = await pay({ payment_method: 'boleto' });
      expect(answer).toMatchObject({ payment_method: 'boleto', status: 'waiting_payment', boleto: {} });
      expect(answer.pix_qr_code).toBeNull();
    });

    test('PIX', async () => {
      const answer = await pay({ payment_method: 'pix' });
      expect(answer).toMatchObject({ payment_method: 'pix', pix_qr_code: expect.any(String) });
      expect(answer).not.toHaveProperty('boleto');
    });

    test('debit card', async () => {
      expect(await pay({ payment_method: 'debit_card', card: card(APPROVED) })).toMatchObject({
        payment_method: 'debit_card',
      });
    });

    test('credit card, with nothing else', async () => {
      const answer = await pay({ card: card(APPROVED) });
      expect(answer).toMatchObject({ payment_method: 'credit_card', status: 'paid' });
      expect(answer).not.toHaveProperty('threeDSecure');
      expect(answer).not.toHaveProperty('split');
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

  describe('in what it repeats', () => {
    test('amounts, installments, customer, items and metadata', async () => {
      const answer = await pay({
        card: card(APPROVED),
        installments: 6,
        metadata: '{"a":1}',
        customer: { external_id: 'c-9', name: 'Ana Lima', documents: [{ type: 'cpf', number: '11144477735' }] },
        items: [
          { external_id: 'x', title: 'Caneca', unit_price: 300, quantity: 1, tangible: true },
          { external_id: 'y', title: 'Curso', unit_price: 400, quantity: 1, tangible: false },
        ],
      });
      expect(answer).toMatchObject({
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
      expect(new Set(answer.items.map(({ id }: { id: number }) => id)).size).toBe(2);
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
      const answer = await pay({ card: { ...card('378282246310005'), card_cvv: '9876' } });
      expect(answer.card).toMatchObject({
        card_holder_name: 'ANA LIMA',
        card_first_digits: '378282',
        card_last_digits: '0005',
        brand: 'amex',
      });
      expect(JSON.stringify(answer)).not.toMatch(/378282246310005|9876/);
    });

    test('the brand of a number', async () => {
      expect(await post('/v1/cards/brand', { card_number: '6062825624254001' })).toEqual({ brand: 'hipercard' });
    });

    test('nothing of a type that the answer does not have', async () => {
      expect((await post('/v1/simulate/tax', { amount: 100, installments: 3 })).installments).toBeInstanceOf(Array);
    });

    test('no part of an amount as the amount', async () => {
      const answer = await post('/v1/transactions/5/capture', { amount: 100 });
      expect(answer).toMatchObject({ amount: 15990, capture_amount: 100, paid_amount: 100 });
    });

    test('the shipping of a request whose example has none', async () => {
      const shipping = { name: 'Ana', fee: '500', address: { street: 'Rua A', city: 'Recife' } };
      expect((await pay({ card_id: 1, shipping })).shipping).toEqual(shipping);
    });
  });

  describe('in its ids', () => {
    const get = async (path: string) => (await sendJson(mock, 'GET', path)).body;

    test('of the path', async () => {
      expect((await get('/v1/customers/42')).id).toBe(42);
      expect((await get('/v1/transactions/42')).id).toBe(42);
      expect(await get('/v1/cards/42')).toMatchObject({ id: 42, card_id: 42 });
      expect((await post('/v1/subscriptions/42/cancel', undefined)).id).toBe(42);
      expect((await get('/v1/receivers/1/bank-accounts/42')).id).toBe(42);
    });

    test('that are strings only where the response takes strings', async () => {
      expect((await get('/v1/customers/cus_a%2Fb')).id).toEqual(expect.any(Number));
      expect((await get('/v1/transactions/tx_1')).id).toEqual(expect.any(Number));
    });

    test('of the owner of a list', async () => {
      const { data } = await get('/v1/plans/42/prices');
      expect(data[0].plan_id).toBe(42);
    });

    test('not of the owner of something new', async () => {
      const account = { bank_code: '001', agencia: '1', conta: '2' };
      expect((await post('/v1/receivers/42/bank-accounts', account)).id).not.toBe(42);
    });
  });

  describe('in what its test card does', () => {
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
      const answer = await pay({ payment_method: 'debit_card', card: card(REFUSED), threeDSecure });
      expect(answer).toMatchObject({ payment_method: 'debit_card', status: 'refused', refused_reason: {} });
      expect(answer).not.toHaveProperty('threeDSecure');
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
      const answer = await pay({ card: card(REFUSED), async: true });
      expect(answer.status).toBe('processing');
      expect(answer).not.toHaveProperty('refused_reason');
    });
  });

  describe('in its page', () => {
    test.each([
      ['', 1, 2, 15, 1],
      ['?per_page=1', 1, 1, 1, 2],
      ['?page=2&per_page=1', 2, 1, 1, 2],
      ['?page=9', 9, 0, 15, 1],
      ['?page=0&per_page=-3', 1, 2, 15, 1],
    ])('%s', async (query, current_page, length, per_page, last_page) => {
      const { body } = await sendJson(mock, 'GET', `/v1/customers${query}`);
      expect(body).toMatchObject({ current_page, per_page, last_page, total: 2 });
      expect(body.data).toHaveLength(length);
    });
  });

  describe('and a real card', () => {
    const real = '4012888888881881';

    test.each([
      ['/v1/cards', { card_number: real }],
      ['/v1/transactions', { amount: 1, payment_method: 'credit_card', card: { card_number: real } }],
      ['/v1/cards/brand', { card_number: real }],
    ])('is refused by %s', async (path, body) => {
      const answer = await sendJson(mock, 'POST', path, body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        expect.stringMatching(/card_number: looks like a real card.*--allow-any-card/),
      ]);
      expect(JSON.stringify(answer.body)).not.toContain(real);
    });

    test('is one only when its check digit is right', async () => {
      expect((await post('/v1/cards', { card_number: '5502091556851234' })).card_last_digits).toBe('1234');
    });

    test('is taken when the mock is told to', async () => {
      await using trusting = await open({ allowAnyCard: true });
      const answer = await sendJson(trusting, 'POST', '/v1/cards', { card_number: real });
      expect(answer).toMatchObject({ status: 200, body: { card_last_digits: '1881' } });
      expect(JSON.stringify(trusting.requests)).not.toContain(real);
    });
  });
});
