/** Explores the whole gallery at default options. */
import { afterAll, expect, test } from 'vitest';
import { setUpSandbox } from '../../src/testing/index.js';
import { failureOf } from './shops/failure.js';
import { carefulShops, carelessShops } from './shops/table.js';

const newAccount = setUpSandbox(afterAll);

test.concurrent.each(carelessShops)(
  'finds a shop that $symptom',
  { timeout: 240_000 },
  async ({ run, plan, problem }) => {
    const { failures, message } = await failureOf(run(newAccount));
    const found = failures.map((one) => ({ plan: one.plan, problem: one.problem }));
    expect(found, message).toContainEqual({ plan, problem });
  },
);

test.concurrent.each(carefulShops)(
  'finds nothing wrong with a careful shop that $what',
  { timeout: 480_000 },
  async ({ run }) => {
    const result = await run(newAccount);
    expect([result.failures, result.end]).toEqual([[], 'no new place']);
  },
);
