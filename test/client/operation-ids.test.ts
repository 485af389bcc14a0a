import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { operationOf } from '../../src/client/operation-ids.js';

test.each(Object.entries(operations))(
  '%s is found by method and path, with whether it may be repeated',
  (operationId, info) => {
    const { method, path, safe } = info;
    expect(operationOf(method, path)).toEqual({ operationId, repeatable: safe || method !== 'POST' });
  },
);

test('what the contract does not know is named by method and path', () => {
  expect(operationOf('POST', '/v1/new')).toEqual({ operationId: 'POST /v1/new', repeatable: false });
  expect(operationOf('PATCH', '/v1/customers')).toEqual({ operationId: 'PATCH /v1/customers', repeatable: false });
  expect(operationOf('GET', 'constructor')).toEqual({ operationId: 'GET constructor', repeatable: true });
  expect(operationOf('HEAD', '/v1/customers').repeatable).toBe(true);
});
