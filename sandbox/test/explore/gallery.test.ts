/** Repeats some findings of the gallery by their names. The slow tests explore each shop at default options. */
import { afterAll, expect, test } from 'vitest';
import { some } from '../../../test/property-runs.ts';
import { setUpSandbox } from '../../src/testing/index.js';
import { describeEachPlace } from '../places.js';
import { failureOf } from './shops/failure.js';
import { carefulShops, carelessShops } from './shops/table.js';

const newAccount = setUpSandbox(afterAll);

/** Returns the disruptions of a plan, such as `reset after commit`. */
const kindOf = (plan: string) => plan.replace(/.*: /, '');

/** One shop of each kind. */
const oneOfEach = carelessShops.filter(
  ({ plan }, index) => carelessShops.findIndex((one) => kindOf(one.plan) === kindOf(plan)) === index,
);

test.each(some(oneOfEach))('finds a shop that $symptom, and repeats it by its name', async ({ run, plan, problem }) => {
  const only = plan === 'no disruption' ? {} : { only: plan };
  const { failures, message } = await failureOf(run(newAccount, only));
  expect(failures).toMatchObject([{ plan, problem }]);
  if (plan !== 'no disruption') {
    expect(message).toContain(`repeat it    explore(newAccount, shop, { only: ${JSON.stringify(plan)} })`);
  }
});

test('the gallery has a careless shop for each problem, and each only once', () => {
  expect(new Set(carelessShops.map(({ symptom }) => symptom)).size).toBe(carelessShops.length);
});

describeEachPlace('explore', (newPlace) => {
  const hooks: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const hook of hooks) await hook();
  });
  const newSandbox = () => setUpSandbox((hook) => hooks.push(hook), { state: newPlace().state });

  test('finds a shop that charges again, and accepts a careful one', async () => {
    const [careless] = carelessShops;
    const [careful] = carefulShops;
    const { failures } = await failureOf(careless?.run(newSandbox(), { only: careless.plan }) ?? expect.unreachable());
    expect(failures).toMatchObject([{ plan: careless?.plan, problem: careless?.problem }]);
    expect(await careful?.run(newSandbox(), { maxRuns: 5 })).toMatchObject({ failures: [] });
  });
});

test('groups failures with the same problem', { tags: 'long' }, async () => {
  const [{ run } = expect.unreachable()] = carelessShops;
  const { message, failures } = await failureOf(
    run(newAccount, { without: ['event', 'crash', 'assumption', 'later'] }),
  );
  expect(failures.length).toBeGreaterThan(2);
  expect(message.match(/was charged twice/g)).toHaveLength(1);
  expect(message).toMatch(/^explore: \d+ of \d+ plans broke the shop \(\d+ s\)\n\norder-1 was charged twice/);
  expect(message).toMatch(
    /also +createTransaction #1: carried out late, 503 after commit.*; flow: second click in step/,
  );
});
