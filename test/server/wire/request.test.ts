import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMockFetch } from '../../../src/mock/index.js';
import { JSON_HEADERS, openServer, type Reached, sendTo } from '../../mock/send.ts';

let mock: Reached;
beforeAll(async () => {
  mock = await openServer();
});
afterAll(() => mock[Symbol.asyncDispose]());

const _send = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
  sendTo(mock, method, path, body, headers);

test('a query may have 100,000 parameters, with different names or the same name', async () => {
  const mockFetch = createMockFetch();
  const ask = (query: string) => mockFetch(`http://mock.invalid/v1/cards?${query}`, { headers: JSON_HEADERS });
  expect((await ask(Array.from({ length: 100_000 }, (_, i) => `k${i}=${i}`).join('&'))).status).toBe(200);
  expect(Object.keys(mockFetch.requests[0]?.query ?? {})).toHaveLength(100_000);
  expect((await ask('a=1&'.repeat(100_000))).status).toBe(200);
  expect(mockFetch.requests[1]?.query.a).toHaveLength(100_000);
});
