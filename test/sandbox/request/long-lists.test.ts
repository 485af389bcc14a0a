import { expect, test } from 'vitest';
import { createSandboxFetch } from '../../../src/sandbox/index.js';
import { refuseLongLists } from '../../../src/sandbox/request/long-lists.js';

const list = (length: number) => Array.from({ length }, () => ({}));

test('keeps a list of a thousand elements, and refuses a longer one by name', () => {
  expect(refuseLongLists({ items: list(1_000), customer: { documents: list(1_000) } })).toBeUndefined();
  expect(refuseLongLists({ items: list(1_001) })).toMatchObject({
    status: 422,
    body: { errors: ['items: the sandbox keeps at most 1000, and 1001 were sent'] },
  });
  expect(refuseLongLists({ amount: 1, customer: { documents: list(1_001) }, items: [] })).toMatchObject({
    body: { errors: ['customer.documents: the sandbox keeps at most 1000, and 1001 were sent'] },
  });
  expect(JSON.stringify(refuseLongLists({ '4532015112830366': list(1_001) }))).not.toContain('4532');
});

test.each([undefined, null, 'x', 7, [], list(2_000), {}])('%j has no long list', (body) => {
  expect(refuseLongLists(body)).toBeUndefined();
});

test('accepts a body with a hundred thousand levels without a crash', () => {
  let body: unknown = {};
  for (let depth = 0; depth < 100_000; depth++) body = { a: body };
  expect(refuseLongLists(body)).toBeUndefined();
});

test.each(['items', 'split'])('a megabyte of empty %s gets a short response and changes nothing', async (field) => {
  const sandbox = createSandboxFetch({ log: 'silent' });
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  const body = `{"amount":100,"payment_method":"pix","${field}":[${Array.from({ length: 340_000 }, () => '{}').join()}]}`;
  const response = await sandbox('http://sandbox.invalid/v1/transactions', { method: 'POST', headers, body });
  expect(response.status).toBe(422);
  expect((await response.text()).length).toBeLessThan(20_000);
  const listed = await sandbox('http://sandbox.invalid/v1/transactions', { headers });
  expect(await listed.json()).toMatchObject({ total: 0 });
});
