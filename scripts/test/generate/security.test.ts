import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createGatewayClient, isOutcomeUnknown } from '../../../src/index.js';
import { outcomeRanges } from '../../docs/guide/tables.ts';
import { generateSecurity, SECURITY } from '../../generate/readme.ts';

test('SECURITY.md has the outcomes that follow from the list of clear refusals', () => {
  const text = readFileSync(SECURITY, 'utf8');
  expect(generateSecurity(text)).toBe(text);
});

test('a client concludes from the ends of each range what the table says [S71]', async () => {
  const ranges = outcomeRanges();
  expect([ranges[0]?.first, ranges.at(-1)?.last]).toEqual([200, 599]);
  for (const { first, last, outcome } of ranges) {
    for (const status of [first, last]) expect([status, await concluded(status)]).toEqual([status, outcome]);
  }
});

/** Sends a POST that returns the status with an object. */
async function concluded(status: number) {
  const isEmpty = [204, 205, 304].includes(status);
  const client = createGatewayClient({
    baseUrl: 'https://gateway.test',
    accessToken: 'token',
    fetch: async () =>
      new Response(isEmpty ? null : '{"id":1,"status":"paid"}', {
        status,
        headers: { 'content-type': 'application/json' },
      }),
  });
  const result = await client
    .POST('/v1/transactions', { body: { amount: 1000, payment_method: 'pix' } })
    .catch((error: unknown) => ({ error }));
  if (isOutcomeUnknown(result)) return 'unknown';
  return result.error === undefined ? 'done' : 'refused';
}
