import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/contract/operation.js';
import { withPathIds } from '../../../src/mock/response/path-ids.js';
import { createMock, postAccepted, sendJson } from '../send.ts';

describe('ids of a path are put into a response', () => {
  const MEMBER = { returnsMember: true, takesString: false };
  const NO_MEMBER = { returnsMember: false, takesString: false };
  const fit = (response: unknown, path: string, params: Record<string, string>, how = MEMBER) =>
    withPathIds(response, { path } as Operation, params, how);

  test.each([
    ['a path without parameters', '/v1/plans', {}, { id: 1 }],
    ['a list', '/v1/plans/{id}', { id: '7' }, [{ id: 1 }]],
    ['null', '/v1/plans/{id}', { id: '7' }, null],
    ['a string', '/v1/plans/{id}', { id: '7' }, 'id'],
  ])('not for %s', (_, path, params, response) => {
    expect(fit(response, path, params)).toBe(response);
  });

  test('as the id and as the id under the name of its collection', () => {
    expect(fit({ id: 1, plan_id: 1, name: 'x' }, '/v1/plans/{id}', { id: '7' })).toEqual({
      id: 7,
      plan_id: 7,
      name: 'x',
    });
    expect(fit({ bank_account_id: 1 }, '/v1/bank-accounts/{id}', { id: '7' })).toEqual({ bank_account_id: 7 });
    expect(fit({ addresse_id: 1 }, '/v1/addresses/{id}', { id: '7' })).toEqual({ addresse_id: 7 });
    expect(fit({ sales_id: 1, sale_id: 2 }, '/v1/sales/{id}', { id: '7' })).toEqual({ sales_id: 1, sale_id: 7 });
  });

  test('only if the response has the field', () => {
    expect(fit({ name: 'x' }, '/v1/plans/{id}', { id: '7' })).toEqual({ name: 'x' });
    expect(fit({ name: 'x' }, '/v1/plans/{id}', { id: '7' }, { ...MEMBER, takesString: true })).toEqual({ name: 'x' });
    expect(fit(Object.create({ id: 1 }), '/v1/plans/{id}', { id: '7' })).toEqual({});
    expect(fit({ id: null, plan_id: { id: 1 } }, '/v1/plans/{id}', { id: '7' })).toEqual({
      id: null,
      plan_id: { id: 1 },
    });
  });

  test.each([
    ['7', 1, false, 7],
    ['007', 1, false, 7],
    ['999999999999999', 1, false, 999_999_999_999_999],
    ['9999999999999999', 1, false, 1],
    ['7x', 1, false, 1],
    ['x7', 1, false, 1],
    ['7x', 1, true, '7x'],
    ['7x', 'cus_1', false, '7x'],
    ['7', 'cus_1', false, '7'],
    ['7', 'cus_1', true, '7'],
    ['7', null, true, '7'],
    ['7', true, false, true],
  ])('%j in the place of %j, strings taken: %j, is %j', (id, own, takesString, expected) => {
    expect(fit({ id: own }, '/v1/plans/{id}', { id }, { returnsMember: true, takesString })).toEqual({ id: expected });
  });

  test('as the id of the owner, if the response is another resource', () => {
    const path = '/v1/plans/{id}/prices';
    const list = { id: 1, plan_id: 1, data: [{ id: 2, plan_id: 2, prices_id: 3 }, 'x', { id: 3 }] };
    expect(fit(list, path, { id: '7' }, NO_MEMBER)).toEqual({
      id: 1,
      plan_id: 7,
      data: [{ id: 2, plan_id: 7, prices_id: 3 }, 'x', { id: 3 }],
    });
    expect(fit({ plan_id: 1, data: { plan_id: 1 } }, path, { id: '7' }, NO_MEMBER)).toEqual({
      plan_id: 7,
      data: { plan_id: 1 },
    });
  });

  test('each at its place, when a path has two', () => {
    const path = '/v1/receivers/{receiver_id}/bank-accounts/{id}';
    const params = { receiver_id: '7', id: '8' };
    const account = { id: 1, receiver_id: 1, bank_account_id: 1 };
    expect(fit(account, path, params)).toEqual({ id: 8, receiver_id: 7, bank_account_id: 8 });
    expect(fit(account, path, params, NO_MEMBER)).toEqual({ id: 1, receiver_id: 7, bank_account_id: 8 });
    expect(fit({ data: [account] }, path, params)).toEqual({ data: [{ ...account, receiver_id: 7 }] });
  });

  test('without a change to its input', () => {
    const response = { id: 1, data: [{ plan_id: 1 }] };
    fit(response, '/v1/plans/{id}', { id: '7' });
    fit(response, '/v1/plans/{id}', { id: '7' }, NO_MEMBER);
    expect(response).toEqual({ id: 1, data: [{ plan_id: 1 }] });
  });
});

describe('a response has the ids', () => {
  const mock = createMock();

  const post = (path: string, body?: unknown) => postAccepted(mock, path, body);

  const get = async (path: string) => (await sendJson(mock, 'GET', path)).body;

  test('of the path', async () => {
    expect((await get('/v1/customers/42')).id).toBe(42);
    expect((await get('/v1/customers/cus_a%2Fb')).id).toEqual(expect.any(Number));
    expect((await get('/v1/plans/42/prices')).data[0].plan_id).toBe(42);
    expect(await get('/v1/cards/42')).toMatchObject({ id: 42, card_id: 42 });
    expect((await post('/v1/subscriptions/42/cancel', undefined)).id).toBe(42);
    expect((await get('/v1/receivers/1/bank-accounts/42')).id).toBe(42);
  });

  test('not of the owner of something new', async () => {
    const account = { bank_code: '001', agencia: '1', conta: '2' };
    expect((await post('/v1/receivers/42/bank-accounts', account)).id).not.toBe(42);
  });
});
