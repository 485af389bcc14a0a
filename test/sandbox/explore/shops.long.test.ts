import { afterAll, expect, test } from 'vitest';
import { explore, setUpSandbox } from '../../../src/sandbox/testing/index.js';
import { bugs, run } from './bugs.js';
import * as shops from './shops.js';

const newAccount = setUpSandbox(afterAll);

test('finds each bug by its own disruption, without a name', { timeout: 240_000 }, async () => {
  for (const bug of Object.values(bugs)) {
    const { failures } = await run(newAccount, bug, {});
    expect(failures.map(({ disruption }) => disruption)).toContain(bug.disruption);
  }
});

test('a careful shop holds in pairs of disruptions too', { timeout: 240_000 }, async () => {
  const shop = shops.scenarioOf(shops.Careful);
  const result = await explore(newAccount, shop, { depth: 2 });
  expect(result.failures).toEqual([]);
});
