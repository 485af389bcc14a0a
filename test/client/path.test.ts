import { expect, test } from 'vitest';
import { baseUrl, shop } from './observed-fetch.ts';

test.each([undefined, null, '', '.', '..'])('the id %j throws before anything is sent', async (id) => {
  const { client, requests } = shop();
  const params = { path: { id: id as string } };
  await expect(client.DELETE('/v1/customers/{id}', { params })).rejects.toThrow(
    new TypeError('params.path.id: is missing; deleteCustomer needs it'),
  );
  expect(requests).toHaveLength(0);
});

test.each<[unknown, string]>([
  [Number.NaN, 'must be a whole number, not NaN'],
  [1.5, 'must be a whole number, not 1.5'],
  [{ id: 1 }, 'must be a string or a number, not an object'],
  [new Date(0), 'must be a string or a number, not an object'],
  [true, 'must be a string or a number, not a boolean'],
  ['undefined', 'is a placeholder instead of an id; refundTransaction needs it'],
  ['[object Object]', 'is a placeholder instead of an id; refundTransaction needs it'],
])('the id %s, which no object has, throws before anything is sent', async (id, says) => {
  const { client, requests } = shop();
  const params = { path: { id: id as string } };
  const call = client.POST('/v1/transactions/{id}/refund', { params });
  await expect(call).rejects.toThrow(new TypeError(`params.path.id: ${says}`));
  expect(requests).toHaveLength(0);
});

test('missing parameters throw too', async () => {
  const { client, requests } = shop();
  await expect(client.GET('/v1/customers/{id}', {} as never)).rejects.toThrow('params.path.id: is missing');
  const params = { path: { id: 1 } } as never;
  const path = '/v1/receivers/{id}/bank-accounts/{bank_account_id}';
  await expect(client.DELETE(path, { params })).rejects.toThrow('params.path.bank_account_id: is missing');
  expect(requests).toHaveLength(0);
});

test.each([
  [1001, '/v1/customers/1001'],
  ['c_1', '/v1/customers/c_1'],
  ['../transactions', '/v1/customers/..%2Ftransactions'],
  ['a/b?c#d e', '/v1/customers/a%2Fb%3Fc%23d%20e'],
  ['%2e%2e', '/v1/customers/%252e%252e'],
])('the id %j is sent as one segment', async (id, path) => {
  const { client, requests } = shop();
  await client.GET('/v1/customers/{id}', { params: { path: { id } } });
  expect(requests[0]?.url).toBe(baseUrl + path);
});
