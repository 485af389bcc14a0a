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

test.concurrent.each(carelessShops.slice(0, 5))(
  'reports a shop that $symptom in at most 30 lines, without a case that contains another',
  { timeout: 240_000 },
  async ({ run }) => {
    const { failures, message } = await failureOf(run(newAccount));
    expect(message.split('\n').length, message).toBeLessThanOrEqual(30);
    const plans = failures.map(({ plan }) => plan.split(' + '));
    const isPart = (small: string[], large: string[]) => small !== large && small.every((one) => large.includes(one));
    expect(plans.filter((plan) => plans.some((other) => isPart(other, plan)))).toEqual([]);
  },
);
