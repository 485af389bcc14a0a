/** Requests that public plugins send as they are, and that a strict contract would refuse. */
import { describe, expect, test } from 'vitest';
import { createSandboxFetch } from '../../sandbox/src/index.js';
import { createMockFetch } from '../../src/mock/index.js';
import { examplePairs } from '../mock/example-pairs.ts';

const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
const servers = [
  [
    'mock',
    () => ({ fetch: createMockFetch(), strict: createMockFetch({ refuseWarnings: true }), close: async () => {} }),
  ],
  [
    'sandbox',
    () => {
      const [fetch, strict] = [createSandboxFetch(), createSandboxFetch({ refuseWarnings: true })];
      return { fetch, strict, close: async () => void (await Promise.all([fetch.close(), strict.close()])) };
    },
  ],
] as const;

describe.each(servers)('the %s', (_, open) => {
  test('accepts `metadata` in the query of every GET, also with strict', async () => {
    const { strict, close } = open();
    const reads = examplePairs.filter(({ method }) => method === 'GET');
    // The WooCommerce plugin.
    const query = `metadata=${encodeURIComponent('{"module_name":"WooCommerce"}')}`;
    const told = async (path: string) => {
      const response = await strict(`http://gateway.example${path}`, { headers });
      return { status: response.status, body: await response.json() };
    };
    expect(reads.length).toBeGreaterThan(20);
    for (const { path } of reads) expect(await told(`${path}?${query}`), path).toEqual(await told(path));
    expect(await told(`/v1/transactions?${query}`)).toMatchObject({ status: 200 });
    expect(await told(`/v1/transactions?metadat=1`)).toMatchObject({ status: 400 });
    await close();
  });
});
