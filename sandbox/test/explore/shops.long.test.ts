import { afterAll, expect, test } from 'vitest';
import { explore, setUpSandbox } from '../../src/testing/index.js';
import { bugs, run } from './bugs.js';
import * as shops from './shops.js';

const newAccount = setUpSandbox(afterAll);

test('finds each bug by its own disruption, without a name', { timeout: 240_000 }, async () => {
  for (const bug of Object.values(bugs)) {
    const { failures } = await run(newAccount, bug, {});
    expect(failures.map(({ disruption }) => disruption)).toContain(bug.disruption);
  }
});

test.each([
  ['', shops.Careful],
  [' with a refund', shops.CarefulWithRefund],
])('a careful shop%s holds in pairs of disruptions too', { timeout: 480_000 }, async (_, Kind) => {
  const result = await explore(newAccount, shops.scenarioOf(Kind), { depth: 2 });
  expect(result.failures).toEqual([]);
});

test.each([
  ['refunds', shops.scenarioOf(shops.CarefulWithRefund)],
  ['waits for a PIX', { ...shops.scenarioOf(shops.CarefulPix), buyer: shops.payOpen }],
])('finds nothing wrong with a careful shop that %s', { timeout: 240_000 }, async (_, scenario) => {
  const result = await explore(newAccount, scenario);
  expect(result.failures).toEqual([]);
});
