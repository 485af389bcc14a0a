import { expect, test } from 'vitest';
import { some } from '../../../test/property-runs.ts';
import { openSandbox, sendJson } from '../server/send.ts';

const PIX = { amount: 100, payment_method: 'pix' };

test.each([
  ['items', '/v1/transactions', (list: object[]) => ({ ...PIX, items: list })],
  ['split', '/v1/transactions', (list: object[]) => ({ ...PIX, split: list })],
  ['documents', '/v1/transactions', (list: object[]) => ({ ...PIX, customer: { documents: list } })],
  ['documents', '/v1/customers', (list: object[]) => ({ documents: list })],
])('a long list of empty %s in %s gets a short response and changes nothing', async (field, path, bodyOf) => {
  await using sandbox = openSandbox();
  const post = (length: number) => sendJson(sandbox, 'POST', path, bodyOf(Array.from({ length }, () => ({}))));
  // 340,000 elements are a megabyte.
  for (const length of field === 'items' ? some([1001, 340_000]) : [1001]) {
    const errors = [`${field}: the sandbox keeps at most 1000 elements, and the request has ${length}`];
    expect(await post(length)).toMatchObject({ status: 422, errors });
  }
  expect((await sendJson(sandbox, 'GET', path)).body).toMatchObject({ total: 0 });
  if (field !== 'split') expect((await post(1000)).status).toBe(200);
});
