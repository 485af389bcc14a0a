import { describe, expect, test } from 'vitest';
import { contractOf } from '../../../src/contract/contract.js';
import { createEcho } from '../../../src/mock/response/echo.js';
import type { TestCards } from '../../../src/server/request/test-cards.js';
import type { JsonObject } from '../../../src/util/json.js';
import { responseViolations } from '../../contract/schema-validator.ts';
import { createMock, postAccepted } from '../send.ts';

const APPROVED = '4111111111111111';
const card = (card_number: string) => ({ card_number, card_holder_name: 'ANA LIMA', card_expiration_date: '1231' });

const transaction = '#/components/schemas/Transaction';

describe('a response repeats of its request', () => {
  const mock = createMock();

  const post = (path: string, body?: unknown) => postAccepted(mock, path, body);
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

  test('repeats only the visible digits of a card', async () => {
    const response = await pay({ card: { ...card('378282246310005'), card_cvv: '9876' } });
    expect(response.card).toMatchObject({
      card_holder_name: 'ANA LIMA',
      card_first_digits: '378282',
      card_last_digits: '0005',
      brand: 'amex',
    });
    expect(JSON.stringify(response)).not.toMatch(/378282246310005|9876/);
  });

  test('repeats the first 1,000 elements of a list, each with all required fields', async () => {
    const items = Array.from({ length: 1_500 }, (_, index) => ({ title: `Livro ${index}` }));
    const response = await pay({ card: card('4111111111111111'), items });
    const titles = response.items.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(items.slice(0, 1_000).map(({ title }) => title));
    expect(Object.keys(response.items[0]).sort()).toEqual(Object.keys(response.items[999]).sort());
    expect(response.items[999]).toHaveProperty('unit_price');
  });

  test.each(['pix', 'boleto', 'debit_card', 'credit_card'])(
    'the required fields of records that the example of %s lacks',
    async (payment_method) => {
      const sent = { card: card(APPROVED), customer: {}, billing: { address: {} }, items: [{}], shipping: {} };
      const response = await pay({ ...sent, payment_method });
      expect(responseViolations(transaction, response)).toEqual([]);
    },
  );
});

describe('a field of the request replaces the field with the same name', () => {
  const testCards: TestCards = Object.assign(
    new Map([['4111111111111111', { brand: 'visa', outcome: 'approved' as const }]]),
    { refusedCodes: [] },
  );
  const echo = createEcho(contractOf({}).shapeOf, testCards);
  const of = (type: string | string[]) => ({ type });
  const fields = (properties: JsonObject) => ({ type: 'object', properties });
  const item = fields({ id: of('integer'), name: of('string') });

  test.each([
    // type, in the response, sent, in the example of the request, expected
    ['string', 'a', 'b', 'a', 'b'],
    ['string', 'a', 7, undefined, 'a'],
    ['string', 'a', '7', 'a', '7'],
    ['string', 'a', null, undefined, 'a'],
    ['string', 'a', true, undefined, 'a'],
    ['string', 'a', { b: 1 }, undefined, 'a'],
    [['string', 'null'], 'a', null, undefined, null],
    ['integer', 1, 7, 1, 7],
    ['integer', 1, 7.5, undefined, 1],
    ['integer', 1, '7', undefined, 7],
    ['integer', 1, '123456789012345', undefined, 123_456_789_012_345],
    ['integer', 1, '1234567890123456', undefined, 1],
    ['integer', 1, 'x7', undefined, 1],
    ['integer', 1, true, undefined, 1],
    ['integer', 1, false, undefined, 0],
    ['number', 1, 7.5, undefined, 7.5],
    ['boolean', true, false, undefined, false],
    ['boolean', true, '7', undefined, true],
    [[], 'a', 7, undefined, 7],
    // The pair has two different values there, so the field is not an echo; a boolean and its number are the same value.
    ['integer', 15_990, 100, 200, 15_990],
    ['string', 'a', 'b', 'c', 'a'],
    ['boolean', true, true, false, true],
    ['integer', 1, false, true, 0],
    ['integer', 15_990, 100, null, 100],
    ['string', null, 'b', 'c', 'b'],
  ])('%j: %j, sent %j, example %j, is %j', (type, template, sent, example, expected) => {
    expect(echo(of(type), template, sent, example)).toEqual(expected);
  });

  test('in objects, but never a field that the response does not have', () => {
    const schema = fields({ a: of('string'), b: of('integer') });
    expect(echo(schema, { a: 'x', b: 1, c: 2 }, { a: 'y', d: 3 }, {})).toEqual({ a: 'y', b: 1, c: 2 });
    expect(echo(schema, 'none', { a: 'y' }, 'none')).toEqual({ a: 'y' });
    expect(echo(schema, { a: 'x', b: 15_990 }, { b: 1 }, { b: 2 })).toEqual({ a: 'x', b: 15_990 });
    expect(echo(of('string'), 'x', { a: 'y' }, {})).toBe('x');
  });

  test('in lists, element by element, the last example for those beyond', () => {
    const schema = { type: 'array', items: item };
    const template = [
      { id: 5, name: 'a', unit: 'x' },
      { id: 6, name: 'b', unit: 'y' },
    ];
    expect(echo(schema, template, [{ name: '1' }, { name: '2' }, { name: '3' }, { name: '4' }], [])).toEqual([
      { id: 5, name: '1', unit: 'x' },
      { id: 6, name: '2', unit: 'y' },
      { id: 7, name: '3', unit: 'y' },
      { id: 8, name: '4', unit: 'y' },
    ]);
    expect(echo(schema, template, [], [])).toEqual([]);
    expect(echo(schema, 'none', [{ name: '1', other: 2 }], 'none')).toEqual([{ name: '1' }]);
    expect(echo({ type: 'array' }, [], ['a', 7], undefined)).toEqual(['a', 7]);
    expect(echo(schema, [{ id: 'x' }], [{ name: '1' }, { name: '2' }], [])).toEqual([
      { id: 'x', name: '1' },
      { id: 'x', name: '2' },
    ]);
    expect(echo(of('string'), 'x', ['a'], [])).toBe('x');
    expect(echo(schema, [{ name: 'a' }], [{ name: 'b' }], [{ name: 'c' }])).toEqual([{ name: 'a' }]);
  });

  test('in a field whose name ends with its own, where the pair shows the same value in both', () => {
    const schema = fields({ amount: of('integer'), capture_amount: of('integer'), note: of('string') });
    const template = { amount: 500, capture_amount: 500, note: 'x' };
    expect(echo(schema, template, { amount: 70 }, { amount: 500 })).toMatchObject({ amount: 70, capture_amount: 70 });
    expect(echo(schema, template, { amount: 70 }, { amount: 400 })).toEqual(template);
    expect(echo(schema, template, { amount: '70' }, { amount: 500 })).toMatchObject({ capture_amount: 500 });
    expect(echo(schema, template, { amount: 70, capture_amount: 60 }, { amount: 500 })).toMatchObject({
      capture_amount: 60,
    });
    const same = {};
    const nested = { amount: same, capture_amount: same };
    expect(echo(fields({}), nested, { amount: { a: 1 } }, { amount: same })).toEqual(nested);
    expect(echo(fields({}), { captureamount: 5 }, { amount: 7 }, { amount: 5 })).toEqual({ captureamount: 5 });
  });

  test('in the object that an id names, if the type of the id fits', () => {
    const schema = fields({});
    const template = { card: { card_id: 501, id: 9 }, customer: { id: 301 }, brand: 'visa' };
    expect(echo(schema, template, { card_id: 7, customer_id: 8, brand_id: 9 }, {})).toEqual({
      card: { card_id: 7, id: 9 },
      customer: { id: 8 },
      brand: 'visa',
    });
    expect(echo(schema, template, { card_id: '7', customer_id: null }, {})).toEqual(template);
    expect(echo(schema, template, { card_id: 7, card: { other: 1 } }, {})).toEqual(template);
  });

  test('of a card number the first six and last four digits and the brand, where the response has them', () => {
    const digits = { card_first_digits: of('string'), card_last_digits: of('string'), brand: of('string') };
    const sent = { card_number: '4111111111111111' };
    expect(echo(fields(digits), {}, sent, {})).toEqual({
      card_first_digits: '411111',
      card_last_digits: '1111',
      brand: 'visa',
    });
    expect(echo(fields({ card_last_digits: of('string') }), { a: 1 }, sent, {})).toEqual({
      a: 1,
      card_last_digits: '1111',
    });
    expect(echo(fields(digits), { brand: 'elo' }, { card_number: '5555666677778884' }, {})).toEqual({
      card_first_digits: '555566',
      card_last_digits: '8884',
      brand: 'elo',
    });
    for (const number of ['41111111111', '41111111111111111111', '4111-1111-1111-1111', 4_111_111_111_111_111]) {
      expect(echo(fields(digits), {}, { card_number: number }, {}), String(number)).toEqual({});
    }
    expect(echo(fields(digits), {}, { card_number: '411111111111' }, {})).toMatchObject({ card_last_digits: '1111' });
    expect(echo(fields(digits), {}, { card_number: '4111111111111111111' }, {})).toMatchObject({
      card_last_digits: '1111',
    });
  });

  test('without a change to the example', () => {
    const template = { a: 'x', list: [{ id: 1 }], card: { id: 1 } };
    const before = structuredClone(template);
    echo(
      fields({ a: of('string'), list: { type: 'array', items: item } }),
      template,
      { a: 'y', list: [{}, {}], card_id: 2 },
      {},
    );
    expect(template).toEqual(before);
  });
});
