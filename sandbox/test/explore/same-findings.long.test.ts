/** What `explore` finds does not depend on speed: latency, runs at the same time, load. */
import { spawn } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { setUpSandbox } from '../../src/testing/index.js';
import { failureOf } from './shops/failure.js';
import { carelessShops } from './shops/table.js';

/** Shops whose bug needs an order of two things, and one without. */
const NAMES = ['ChargesAgain', 'NoNote', 'LooksTooEarly', 'TwoEventsAtOnce', 'DropsUnknown', 'FirstCodeCancels'];
const shops = carelessShops.filter(({ shop }) => NAMES.includes(shop));

const quick = setUpSandbox(afterAll);
const slow = setUpSandbox(afterAll, { latency: 300 });

/** Explores a shop. Returns the outcome of each plan, with the problems. */
async function findings({ run }: (typeof shops)[number], newAccount = quick, jobs = 8) {
  const { result, failures, message } = await failureOf(run(newAccount, { jobs }));
  expect(result, message).toBeDefined();
  return {
    tried: result.tried.map(({ plan, outcome }) => `${plan}: ${outcome}`),
    problems: failures.map(({ plan, problem }) => `${plan}: ${problem}`),
  };
}

/** Keeps a processor busy until the test ends. */
const burn = () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });

test('each named shop exists', () => {
  expect(shops.map(({ shop }) => shop).toSorted()).toEqual(NAMES.toSorted());
});

describe.for(shops)('a shop that $symptom', (shop) => {
  test('fails in the same plans with one job and eight, with a latency of 300 ms, and under load', {
    timeout: 600_000,
  }, async ({ onTestFinished }) => {
    const usual = await findings(shop);
    expect(await findings(shop, quick, 1)).toEqual(usual);
    expect(await findings(shop, slow)).toEqual(usual);
    const others = [burn(), burn()];
    onTestFinished(() => others.forEach((one) => void one.kill()));
    expect(await findings(shop)).toEqual(usual);
  });
});
