/** Requests that public plugins send as they are, and that a strict contract would refuse. */
import { expect, test } from 'vitest';
import { createSandboxFetch } from '../../sandbox/src/index.js';
import { examplePairs } from './example-pairs.ts';

const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };

test('the sandbox accepts `metadata` in the query of every GET, also where it refuses warnings', async () => {
  await using strict = createSandboxFetch({ refuseWarnings: true });
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
});
