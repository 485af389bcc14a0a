import { expect, test } from 'vitest';
import { some } from '../../../test/property-runs.ts';
import { createSandboxFetch } from '../../src/index.js';

const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
const PIX = { amount: 100, payment_method: 'pix' };

test.each([
  ['items', 'transactions', (list: object[]) => ({ ...PIX, items: list })],
  ['split', 'transactions', (list: object[]) => ({ ...PIX, split: list })],
  ['documents', 'transactions', (list: object[]) => ({ ...PIX, customer: { documents: list } })],
  ['documents', 'customers', (list: object[]) => ({ documents: list })],
])('a long list of empty %s in %s gets a short response and changes nothing', async (field, path, bodyOf) => {
  await using sandbox = createSandboxFetch({ log: 'silent' });
  const url = `http://sandbox.invalid/v1/${path}`;
  const send = (length: number) => {
    const body = JSON.stringify(bodyOf(Array.from({ length }, () => ({}))));
    return sandbox(url, { method: 'POST', headers, body });
  };
  // 340,000 elements are a megabyte.
  for (const length of field === 'items' ? some([1001, 340_000]) : [1001]) {
    const response = await send(length);
    expect([response.status, await response.json()]).toEqual([
      422,
      { errors: [`${field}: the sandbox keeps at most 1000 elements, and the request has ${length}`] },
    ]);
  }
  expect(await (await sandbox(url, { headers })).json()).toMatchObject({ total: 0 });
  if (field !== 'split') expect((await send(1000)).status).toBe(200);
});
