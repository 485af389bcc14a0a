import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reached, sendJson, transports } from '../send.ts';

describe.each(transports)('a response has the ids, $name', ({ open }) => {
  let mock: Reached;
  beforeAll(async () => {
    mock = await open();
  });
  afterAll(() => mock[Symbol.asyncDispose]());

  const post = async (path: string, body: unknown) => {
    const response = await sendJson(mock, 'POST', path, body);
    expect(response.body).not.toHaveProperty('errors');
    expect(response.status).toBe(200);
    return response.body;
  };

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
