import { describe, expect, test } from 'vitest';
import { contractOf } from '../../../src/contract/contract.js';
import { successOf } from '../../../src/contract/operation.js';
import { createChooser, readPairs } from '../../../src/mock/response/examples.js';
import type { TestCards } from '../../../src/server/request/test-cards.js';
import type { JsonObject } from '../../../src/util/json.js';
import { createMock, postAccepted } from '../send.ts';

const APPROVED = '4111111111111111';
const card = (card_number: string) => ({ card_number, card_holder_name: 'ANA LIMA', card_expiration_date: '1231' });

// example-pairs.test.ts sends the request of each example.
test('a request may have identifiers for objects', async () => {
  const mock = createMock();
  const payment = { amount: 700, payment_method: 'credit_card', card_id: 12, customer_id: 34, capture: false };
  expect(await postAccepted(mock, '/v1/transactions', payment)).toMatchObject({
    status: 'authorized',
    card: { card_id: 12 },
    customer: { id: 34 },
  });
  const subscription = { price_id: 5, payment_method: 'credit_card', customer_id: 3, card_id: 4 };
  expect(await postAccepted(mock, '/v1/subscriptions', subscription)).toMatchObject({
    price: { id: 5 },
    customer: { id: 3 },
    card: { card_id: 4 },
  });
});

describe('the example that a body resembles', () => {
  const testCards: TestCards = Object.assign(
    new Map([
      ['4111111111111111', { brand: 'visa', outcome: 'approved' as const }],
      ['4000000000000002', { brand: 'visa', outcome: 'refused' as const }],
    ]),
    { refusedCodes: [] },
  );
  type Bodies = Record<string, [request: unknown, response: unknown]>;
  const chosen = (bodies: Bodies, sent: unknown, vocabularies: string[] = []) => {
    const pairs = Object.entries(bodies).map(([name, [request, response]]) => ({ name, request, response }));
    return createChooser(pairs, new Set(vocabularies), testCards)(sent)?.name;
  };

  test('is the first one if no example is closer, and undefined without examples', () => {
    const bodies: Bodies = { a: [{ x: 1 }, {}], b: [{ x: 2 }, {}] };
    for (const sent of [{}, { x: 2 }, { y: 1 }, undefined, null, [], 'x', 7]) expect(chosen(bodies, sent)).toBe('a');
    expect(chosen({}, { x: 1 })).toBeUndefined();
  });

  test('has the same value of a vocabulary, before all else', () => {
    const bodies: Bodies = {
      a: [{ method: 'pix', p: 1, q: 1, card: card(APPROVED), own_id: 1 }, { p: 1 }],
      b: [{ method: 'boleto' }, {}],
    };
    const sent = { method: 'boleto', p: 1, q: 1, card: card(APPROVED), own_id: 1 };
    expect(chosen(bodies, sent, ['method'])).toBe('b');
    expect(chosen(bodies, sent)).toBe('a');
    expect(chosen({ a: [{}, {}], b: [{ method: 'x' }, {}] }, {}, ['method'])).toBe('a');
  });

  test('then has a test card of the same outcome', () => {
    const refused = { card: card('4000000000000002') };
    const bodies: Bodies = { a: [{ card: card(APPROVED), s: 1 }, { s: 1 }], b: [refused, {}] };
    expect(chosen(bodies, { ...refused, s: 1 })).toBe('b');
    expect(chosen(bodies, { card: card(APPROVED) })).toBe('a');
    expect(chosen({ a: [{ x: 1 }, {}], b: [{ y: 1 }, {}] }, { y: 1 })).toBe('b');
  });

  test('then has the fields that some responses have as well', () => {
    const bodies: Bodies = { a: [{ own_id: 1, p: 1 }, {}], b: [{ split: [] }, { split: [] }] };
    expect(chosen(bodies, { split: [1], own_id: 1, p: 1 })).toBe('b');
    expect(chosen(bodies, { own_id: 1 })).toBe('a');
    expect(chosen({ a: [{ own_id: 1 }, {}], b: [{ split: [] }, { split: [] }] }, { split: [1] })).toBe('b');
    const outweighs: Bodies = {
      a: [{ one_id: 1, two_id: 1, three_id: 1, p: 1 }, {}],
      b: [{ split: [] }, { split: [] }],
    };
    expect(chosen(outweighs, { split: [], one_id: 1, two_id: 1, three_id: 1, p: 1 })).toBe('b');
  });

  test('then has the identifiers, or the objects that they stand for', () => {
    const bodies: Bodies = { a: [{ card: {}, p: 1, q: 1 }, {}], b: [{ card_id: 1 }, {}] };
    expect(chosen(bodies, { card_id: 2, p: 1, q: 1 })).toBe('b');
    expect(chosen(bodies, { card: {} })).toBe('a');
    // That the response has `card` too does not make it more than an identifier.
    const shown: Bodies = {
      a: [
        { card: {}, s: 1 },
        { card: {}, s: 1 },
      ],
      b: [{ card_id: 1 }, {}],
    };
    expect(chosen(shown, { card_id: 2, s: 1 })).toBe('a');
  });

  test('at last has any other field that only some requests have', () => {
    expect(chosen({ a: [{ p: 1, x: 1 }, {}], b: [{ q: 1, x: 1 }, {}] }, { q: 2 })).toBe('b');
    expect(chosen({ a: [{ p: 1 }, {}], b: [undefined, undefined] }, {})).toBe('b');
  });

  const examples = (values: JsonObject) => ({ content: { 'application/json': { examples: values } } });

  test('is read as a pair of request and response of one name', () => {
    const contract = {
      components: { examples: { shared: { value: { r: 1 } } }, responses: { ok: examples({ a: { value: 1 } }) } },
    };
    const read = (definition: JsonObject) =>
      contractOf({ ...contract, paths: { '/v1/a': { post: definition } } }).operations.flatMap(readPairs);
    expect(
      read({
        requestBody: examples({ a: { $ref: '#/components/examples/shared' }, only: { value: 2 } }),
        responses: { 200: examples({ a: { value: 3 }, b: { value: 4 } }) },
      }),
    ).toEqual([
      { name: 'a', request: { r: 1 }, response: 3 },
      { name: 'b', request: undefined, response: 4 },
    ]);
    expect(read({ responses: { 200: { $ref: '#/components/responses/ok' } } })).toEqual([
      { name: 'a', request: undefined, response: 1 },
    ]);
    expect(read({})).toEqual([]);
  });

  test('belongs to the lowest success', () => {
    const success = (...codes: string[]) => {
      const responses = Object.fromEntries(codes.map((code) => [code, { description: code }]));
      const [operation] = contractOf({ paths: { '/v1/a': { get: { responses } } } }).operations;
      return operation && successOf(operation);
    };
    const is = (status: number) => ({ status, response: { definition: { description: String(status) } } });
    expect(success('400', '204', '201')).toMatchObject(is(201));
    expect(success('2XX', '1200', '2000', '203')).toMatchObject(is(203));
    expect(success('400')).toEqual({ status: 200 });
  });
});
