import { describe, expect, test } from 'vitest';
import { createMock, sendJson } from '../send.ts';

test('a list that is filtered by reference_key has only that transaction, or none', async () => {
  const mock = createMock();
  const find = async (key: string) => (await sendJson(mock, 'GET', `/v1/transactions?reference_key=${key}`)).body;
  const found = await find('order-1001-checkout-1');
  expect(found).toMatchObject({ total: 1, last_page: 1, data: [{ id: 1001, reference_key: 'order-1001-checkout-1' }] });
  expect(await find('order-9999-checkout-1')).toMatchObject({ total: 0, last_page: 1, data: [] });
});

describe('the page of a list', () => {
  const mock = createMock();

  test.each([
    ['', 1, 2, 15, 1],
    ['?per_page=1', 1, 1, 1, 2],
    ['?page=2&per_page=1', 2, 1, 1, 2],
    ['?page=9', 9, 0, 15, 1],
    ['?page=0&per_page=-3', 1, 2, 15, 1],
  ])('%s', async (query, current_page, length, per_page, last_page) => {
    const { body } = await sendJson(mock, 'GET', `/v1/customers${query}`);
    expect(body).toMatchObject({ current_page, per_page, last_page, total: 2 });
    expect(body.data).toHaveLength(length);
  });
});
