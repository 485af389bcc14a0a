/**
 * Explores the careless shops of the gallery at default options.
 * @module-tag endurance
 */
import { afterAll, expect, test } from 'vitest';
import { setUpSandbox } from '../../src/testing/index.js';
import { failureOf } from './shops/failure.js';
import { carelessShops } from './shops/table.js';

const newAccount = setUpSandbox(afterAll);

test.each(carelessShops)('finds a shop that $symptom', async ({ run, plan, problem }) => {
  const { failures, message } = await failureOf(run(newAccount));
  const found = failures.map((one) => ({ plan: one.plan, problem: one.problem }));
  expect(found, message).toContainEqual({ plan, problem });
  // The run without a disruption shows its whole timeline.
  if (plan !== 'no disruption') expect(message.split('\n').length, message).toBeLessThanOrEqual(30);
  // No case contains another.
  const plans = failures.map((one) => one.plan.split(' + '));
  const isPart = (small: string[], large: string[]) => small !== large && small.every((one) => large.includes(one));
  expect(plans.filter((one) => plans.some((other) => isPart(other, one)))).toEqual([]);
});
