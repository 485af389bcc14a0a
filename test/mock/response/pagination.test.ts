import { describe, expect, test } from 'vitest';
import { createMock, sendJson } from '../send.ts';

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
