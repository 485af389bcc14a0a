/**
 * What `explore` finds does not depend on speed: latency, runs at the same time, load.
 * @module-tag endurance
 */
import { spawn } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { type ExploreOptions, setUpSandbox } from '../../src/testing/index.js';
import { failureOf } from './shops/failure.js';
import { type CarefulShop, carelessShops } from './shops/table.js';

/** Shops whose bug needs an order of two things, and one without. */
const NAMES = ['ChargesAgain', 'LooksTooEarly', 'TwoEventsAtOnce', 'DropsUnknown'];
/** Shops in which two parts run at the same time. */
const RACES = [
  ...['AddsInItsJob', 'AddsOnItsPage', 'AddsPerStatus', 'CapturesPerEvent', 'GivesPixUp'],
  ...['JobsRefund', 'NoNote', 'OneFile', 'OneFileByEvents', 'TwoEventsAtOnce'],
];
const named = (names: readonly string[]) => carelessShops.filter(({ shop }) => names.includes(shop));
/** How often each is searched under load. `SEARCHES=20 npx vitest run FILE` searches more often than CI. */
const SEARCHES = Number(process.env.SEARCHES ?? 2);

const quick = setUpSandbox(afterAll);
const slow = setUpSandbox(afterAll, { latency: 100 });

/** Explores a shop. Returns the outcome of each plan, with the problems. */
async function findings({ run }: Pick<CarefulShop, 'run'>, newAccount = quick, options: ExploreOptions = {}) {
  const { result, failures, message } = await failureOf(run(newAccount, options));
  expect(result, message).toBeDefined();
  return {
    tried: result.tried.map(({ plan, outcome }) => `${plan}: ${outcome}`),
    problems: failures.map(({ plan, problem }) => `${plan}: ${problem}`),
  };
}

/** Keeps a processor busy until the test ends. */
const burn = () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });

test('each named shop exists', () => {
  for (const names of [NAMES, RACES])
    expect(
      named(names)
        .map(({ shop }) => shop)
        .toSorted(),
    ).toEqual(names.toSorted());
});

describe.for(named(NAMES))('a shop that $symptom', (shop) => {
  test('fails in the same plans with one job and eight, with a latency, and under load', {
    timeout: 600_000,
  }, async ({ onTestFinished }) => {
    const usual = await findings(shop);
    expect(await findings(shop, quick, { jobs: 1 })).toEqual(usual);
    expect(await findings(shop, slow)).toEqual(usual);
    const others = [burn(), burn()];
    onTestFinished(() => others.forEach((one) => void one.kill()));
    expect(await findings(shop)).toEqual(usual);
  });
});

describe.for(named(RACES))('in races, a shop that $symptom', (shop) => {
  test('fails in the same plans in each search under load', {
    timeout: 600_000 * SEARCHES,
  }, async ({ onTestFinished }) => {
    const others = [burn(), burn()];
    onTestFinished(() => others.forEach((one) => void one.kill()));
    const races = { without: ['request', 'crash', 'forged', 'buyer', 'later', 'assumption'] } as const;
    const first = await findings(shop, quick, races);
    for (let search = 1; search < SEARCHES; search++) expect(await findings(shop, quick, races)).toEqual(first);
  });
});
