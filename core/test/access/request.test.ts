import { expect, test } from 'vitest';
import { JSON_HEADERS } from '../../../sandbox/test/server/send.ts';
import { createStub } from '../../../test/stub-server.ts';

test('a query may have 20,000 parameters with different names, and 100,000 with the same name', {
  tags: 'long',
}, async () => {
  const stub = createStub();
  const ask = (query: string) => stub.fetch(`/v1/cards?${query}`, { headers: JSON_HEADERS });
  expect((await ask(Array.from({ length: 20_000 }, (_, i) => `k${i}=${i}`).join('&'))).status).toBe(200);
  expect((await ask('a=1&'.repeat(100_000))).status).toBe(200);
  const [different, same] = stub.requests;
  expect(Object.keys(different?.query ?? {})).toHaveLength(20_000);
  expect(same?.query.a).toHaveLength(100_000);
});

test.each([
  ['reference_key=Jos%E9', 400],
  ['Jos%E9=1', 400],
  ['reference_key=a&reference_key=Jos%E9', 400],
  ['reference_key=Jos%C3%A9', 200],
  ['reference_key=%EF%BF%BD', 200],
  ['reference_key=100%', 200],
])('the query %s gets %i: an escape that is not UTF-8 would be lost without a word', async (query, status) => {
  const stub = createStub({ log: 'silent' });
  const response = await stub.fetch(`/v1/transactions?${query}`, { headers: JSON_HEADERS });
  expect(response.status).toBe(status);
  if (status === 400)
    expect(await response.json()).toEqual({ errors: [expect.stringContaining('query: has an escape')] });
});
