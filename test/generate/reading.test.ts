import { describe, expect, test } from 'vitest';
import { operations, propertyName, reachable } from '../../scripts/contract/elements.ts';
import { addressOf, examplesOf, parametersOf, responsesOf, schemaOf } from '../../scripts/contract/operation.ts';
import { readContract } from '../../scripts/contract/read.ts';
import { shapeOf, sharedBy } from '../../scripts/contract/shape.ts';
import { targetOf } from '../../src/contract/document.js';
import type { JsonObject } from '../../src/util/json.ts';

const { root } = readContract(`
servers: [{ url: '{base_url}/v1/{other}', variables: { base_url: { default: 'http://127.0.0.1:4010' } } }]
paths:
  /payments/{id}:
    post:
      parameters: [{ $ref: '#/components/parameters/Id' }, { name: page, in: query }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Payment' }, examples: { one: { $ref: '#/components/examples/One' } } } } }
      responses:
        '201': { $ref: '#/components/responses/Payment' }
        '404': { description: none }
        5XX: { description: broken }
components:
  parameters: { Id: { name: id, in: path } }
  examples: { One: { value: { $ref: '#/components/schemas/Unused', id: 1 } } }
  responses: { Payment: { content: { application/json: { schema: { $ref: '#/components/schemas/Payment' } } } } }
  schemas:
    Base: { required: [id], properties: { id: { type: integer }, note: { type: string } } }
    Payment:
      oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Pix' }]
    Card: { allOf: [{ $ref: '#/components/schemas/Base' }, { required: [card], properties: { card: { $ref: '#/components/schemas/Token' } } }] }
    Pix: { allOf: [{ $ref: '#/components/schemas/Base' }], required: [expires], properties: { expires: {}, note: { type: integer } } }
    Token: { properties: { payment: { $ref: '#/components/schemas/Payment' } } }
    List: { items: { $ref: '#/components/schemas/Pix' } }
    Round: { allOf: [{ $ref: '#/components/schemas/Round' }], properties: { self: {} } }
    Lost: { allOf: [{ $ref: '#/components/schemas/Nowhere' }], properties: { own: {} } }
    Unused: { properties: { unused: {} } }
`);
const schema = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const operation: JsonObject = operations(root)[0]?.node ?? {};

describe('the shape of a schema', () => {
  test('is its own and that of all it is composed of; its own properties win', () => {
    const { properties, required } = shapeOf(root, schema('Pix'));
    expect([...properties]).toEqual([
      ['id', { type: 'integer' }],
      ['note', { type: 'integer' }],
      ['expires', {}],
    ]);
    expect([...required]).toEqual(['id', 'expires']);
  });

  test('names its forms and items as they are written', () => {
    expect(shapeOf(root, schema('Payment')).forms).toEqual([schema('Card'), schema('Pix')]);
    expect(shapeOf(root, { allOf: [schema('Payment')] }).forms).toEqual([schema('Card'), schema('Pix')]);
    expect(shapeOf(root, schema('List')).items).toEqual(schema('Pix'));
  });

  test('leaves out the parts that all forms share', () => {
    const { parts, ...shared } = sharedBy(root, shapeOf(root, schema('Payment')).forms);
    expect([...shared.properties.keys()]).toEqual(['id', 'note']);
    expect(parts).toEqual([targetOf(root, schema('Base'))]);
    expect([...shapeOf(root, schema('Card'), parts).properties.keys()]).toEqual(['card']);
    expect(sharedBy(root, []).parts).toEqual([]);
  });

  test('ends for a schema that contains itself, and for a reference to a missing schema', () => {
    expect([...shapeOf(root, schema('Round')).properties.keys()]).toEqual(['self']);
    expect([...shapeOf(root, schema('Lost')).properties.keys()]).toEqual(['own']);
    expect([...shapeOf(root, schema('Nowhere')).properties.keys()]).toEqual([]);
  });
});

test('reaches each element once, through references and cycles, and skips plain values', () => {
  const elements = reachable(root, [operation.requestBody, undefined, operation]);
  expect(new Set(elements).size).toBe(elements.length);
  const names = elements.map(({ path }) => propertyName(path)).filter(Boolean);
  expect(names).toEqual(['id', 'note', 'card', 'payment', 'expires', 'note']);
  expect(elements.some(({ path }) => path.includes('Unused'))).toBe(false);
});

test('an operation is read with its references followed', () => {
  expect(parametersOf(root, operation).map(({ name }) => name)).toEqual(['id', 'page']);
  expect(schemaOf(root, operation.requestBody)).toEqual(schema('Payment'));
  expect(examplesOf(root, operation.requestBody).map(([name, { value }]) => [name, child(value)])).toEqual([
    ['one', 1],
  ]);
  const { successes, errors } = responsesOf(root, operation);
  expect(successes.map(([status, response]) => [status, schemaOf(root, response)])).toEqual([
    ['201', schema('Payment')],
  ]);
  expect(errors.map(([status]) => status)).toEqual(['404', '5XX']);
});

test('what an operation does not have is empty', () => {
  expect(parametersOf(root, {})).toEqual([]);
  expect(schemaOf(root, undefined)).toBeUndefined();
  expect(examplesOf(root, undefined)).toEqual([]);
  expect(responsesOf(root, {})).toEqual({ successes: [], errors: [] });
});

test('the address of a server has the defaults of its variables', () => {
  const [server] = root.servers as unknown[];
  expect(addressOf(server)).toBe('http://127.0.0.1:4010/v1/');
  expect(addressOf(undefined)).toBe('');
});

function child(value: unknown): unknown {
  return (value as JsonObject).id;
}
