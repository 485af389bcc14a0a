import { expect, test } from 'vitest';
import { createMockFetch } from '../../../src/mock/index.js';
import { JSON_HEADERS } from '../../mock/send.ts';

test('a query may have 20,000 parameters with different names, and 100,000 with the same name', async () => {
  const mockFetch = createMockFetch();
  const ask = (query: string) => mockFetch(`http://mock.invalid/v1/cards?${query}`, { headers: JSON_HEADERS });
  expect((await ask(Array.from({ length: 20_000 }, (_, i) => `k${i}=${i}`).join('&'))).status).toBe(200);
  expect((await ask('a=1&'.repeat(100_000))).status).toBe(200);
  const [different, same] = mockFetch.requests;
  expect(Object.keys(different?.query ?? {})).toHaveLength(20_000);
  expect(same?.query.a).toHaveLength(100_000);
});
