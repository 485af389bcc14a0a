import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { type Resource, resources } from '../../generated/resources.js';
import { operationOf } from '../../src/client/operation-ids.js';

test.each(Object.entries(operations))(
  '%s is found by method and path, with whether it may be repeated and lack an object',
  (operationId, info) => {
    const { method, path, safe } = info;
    const { action }: Resource = resources[operationId as keyof typeof resources];
    const isAct = method === 'POST' && action === 'act';
    expect(operationOf(method, path)).toEqual({
      operationId,
      repeatable: safe || method !== 'POST',
      mayLackObject: isAct || method === 'PUT' || method === 'DELETE',
    });
  },
);

test('what the contract does not know is named by method and path', () => {
  expect(operationOf('POST', '/v1/new')).toMatchObject({ operationId: 'POST /v1/new', repeatable: false });
  expect(operationOf('PATCH', '/v1/customers')).toMatchObject({
    operationId: 'PATCH /v1/customers',
    repeatable: false,
  });
  expect(operationOf('GET', 'constructor')).toMatchObject({ operationId: 'GET constructor', repeatable: true });
  expect(operationOf('HEAD', '/v1/customers').repeatable).toBe(true);
  expect(operationOf('POST', '/v1/new').mayLackObject).toBe(false);
});
