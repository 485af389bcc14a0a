import { expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.js';
import { propertyName, reachable } from '../../../core/src/contract/elements.ts';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import type { JsonObject } from '../../../core/src/util/json.ts';
import { readContractFile } from '../../contract/read.ts';
import { addressOf } from '../../docs/addresses.ts';

const { root } = readContractFile(`
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
    Unused: { properties: { unused: {} } }
`);
const operation: JsonObject = contractOf(root).operations[0]?.definition ?? {};

test('reaches each element once, through references and cycles, and skips plain values', () => {
  const elements = reachable(root, [operation.requestBody, undefined, operation]);
  expect(new Set(elements).size).toBe(elements.length);
  const names = elements.map(({ path }) => propertyName(path)).filter(Boolean);
  expect(names).toEqual(['id', 'note', 'card', 'payment', 'expires', 'note']);
  expect(elements.some(({ path }) => path.includes('Unused'))).toBe(false);
});

test('the address of a server has the defaults of its variables', () => {
  const [server] = (root as OpenApi).servers;
  expect(addressOf(server)).toBe('http://127.0.0.1:4010/v1/');
  expect(addressOf(undefined)).toBe('');
});
