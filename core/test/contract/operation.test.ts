import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contractOf } from '../../src/contract/contract.js';
import { responseOf, successOf } from '../../src/contract/operation.js';
import type { JsonObject } from '../../src/util/json.js';

const document: JsonObject = parse(`
security: [{ token: [] }]
paths:
  /payments/{id}:
    parameters: [{ $ref: '#/components/parameters/Id' }]
    post:
      operationId: createPayment
      parameters: [{ name: page, in: query, required: true }]
      requestBody: { $ref: '#/components/requestBodies/Payment' }
      responses:
        '404': { description: none }
        '201': { $ref: '#/components/responses/Payment' }
        5XX: { description: broken }
    get: { security: [], responses: { '2XX': {}, default: { description: other } } }
webhooks: { paid: { post: { operationId: receivePaid, x-safe: true } } }
components:
  parameters: { Id: { name: id, in: path } }
  examples: { One: { summary: first, value: 1 } }
  requestBodies: { Payment: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pix' }, examples: { one: { $ref: '#/components/examples/One' } } } } } }
  responses: { Payment: { content: { application/json: { schema: { $ref: '#/components/schemas/Payment' } } } } }
  schemas:
    Base: { required: [id], properties: { id: { type: integer }, note: { type: string } } }
    Payment: { oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Pix' }] }
    Card: { allOf: [{ $ref: '#/components/schemas/Base' }, { required: [card], properties: { card: {} } }] }
    Pix: { allOf: [{ $ref: '#/components/schemas/Base' }], required: [expires], properties: { expires: {} } }
    List: { items: { $ref: '#/components/schemas/Pix' } }
    Round: { allOf: [{ $ref: '#/components/schemas/Round' }], properties: { self: {} } }
    Lost: { allOf: [{ $ref: '#/components/schemas/Nowhere' }], properties: { own: {} } }
`);
const { operations, webhooks, operation, shapeOf } = contractOf(document);
const component = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const created = operation('createPayment');

describe('an operation', () => {
  test('is read with its references followed, in the order of the contract', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /payments/{id}',
      'GET /payments/{id}',
    ]);
    expect(created).toMatchObject({ place: ['paths', '/payments/{id}', 'post'], isProtected: true, isSafe: false });
    expect(created?.parameters).toMatchObject([
      { name: 'id', in: 'path', isRequired: false },
      { name: 'page', in: 'query', isRequired: true },
    ]);
    expect(created?.request).toMatchObject({ definition: { required: true }, schema: component('Pix') });
    expect(created?.request?.examples.get('one')).toEqual({ summary: 'first', value: 1 });
    expect(created?.responses.get('201')?.schema).toEqual(component('Payment'));
  });

  test('has nothing that the contract does not have', () => {
    const [, retrieved] = operations;
    expect(retrieved).toMatchObject({ operationId: 'get /payments/{id}', isProtected: false, isSafe: true });
    expect(retrieved?.request).toBeUndefined();
    expect(webhooks).toMatchObject([{ operationId: 'receivePaid', path: 'paid', parameters: [], isSafe: true }]);
    expect(operation('unknown')).toBeUndefined();
    expect(contractOf({}).operations).toEqual([]);
  });

  test('has one response for each status, and one of success', () => {
    const described = operations.map((one) => [404, 503, 418].map((status) => responseOf(one, status)?.definition));
    expect(described).toEqual([
      [{ description: 'none' }, { description: 'broken' }, undefined],
      [{ description: 'other' }, { description: 'other' }, { description: 'other' }],
    ]);
    expect(operations.map((one) => successOf(one).status)).toEqual([201, 200]);
  });

  test('is the same for all who ask', () => {
    expect(contractOf(document).operation('createPayment')).toBe(created);
  });
});

describe('the shape of a schema', () => {
  test('is its own and that of all it is composed of', () => {
    const { fields, required } = shapeOf(component('Pix'));
    expect([...fields.keys()].sort()).toEqual(['expires', 'id', 'note']);
    expect([...required].sort()).toEqual(['expires', 'id']);
  });

  test('has the fields of all forms, and items as they are written', () => {
    expect([...shapeOf(component('Payment')).fields.keys()].sort()).toEqual(['card', 'expires', 'id', 'note']);
    expect(shapeOf(component('List')).items).toEqual(component('Pix'));
  });

  test('ends for a schema that contains itself, and for a reference to a missing schema', () => {
    expect([...shapeOf(component('Round')).fields.keys()]).toEqual(['self']);
    expect([...shapeOf(component('Lost')).fields.keys()]).toEqual(['own']);
    expect([...shapeOf(component('Nowhere')).fields.keys()]).toEqual([]);
  });
});
