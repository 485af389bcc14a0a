/** The end of a search is true: each pair of disruptions was tried, went the way of another, or is counted by its rule. */
import { afterAll, expect, test } from 'vitest';
import { some } from '../../../test/property-runs.ts';
import { disruptionsFor, type ExplorePlan, fits, NO_TRACE, type Trace } from '../../src/explore/disruptions.js';
import { runOnce } from '../../src/explore/run.js';
import { keyOf, search } from '../../src/explore/search.js';
import type { ExploreShop, OpenGateway } from '../../src/explore/shop.js';
import { setUpSandbox } from '../../src/testing/index.js';
import { EventRefused, probeOf } from '../../src/testing/set-up.js';
import { ChargesAgain, NoNote } from './shops/charges.js';
import { TwoEventsAtOnce } from './shops/events.js';
import { explore } from './shops/failure.js';
import { Shop, scenarioOf } from './shops/shop.js';

const newAccount = setUpSandbox(afterAll);
const open: OpenGateway = async (onEvent) => {
  const receive = async (body: string) => {
    if (!(await onEvent(body))) throw new EventRefused();
  };
  const created = await newAccount({ onEvent: receive, client: { retries: 0 } });
  return { ...created, probe: probeOf(created) };
};

const quiet: ExploreShop<Shop> = {
  start: ({ client }) => new Shop(client),
  flow: (shop) => shop.checkout().catch(() => {}),
  reconcile: (shop) => shop.reconcile().catch(() => {}),
  orders: (shop) => shop.orders(),
};

const shops: readonly (readonly [symptom: string, shop: ExploreShop<Shop>, all: boolean])[] = [
  ['charges at each click', { ...scenarioOf(NoNote), onEvent: undefined as never }, true],
  ['charges again', scenarioOf(ChargesAgain), false],
  ['books two events at once', scenarioOf(TwoEventsAtOnce), true],
  ['has a repair job that returns quietly', quiet, false],
];

test.each(some(shops))(
  'every pair that only accepts of a shop that %s was tried, is covered or is counted',
  async (_, shop, all) => {
    const first = await runOnce(open, shop, { plan: [], timeout: 300_000, usual: undefined });
    const traces = new Map<string, Trace>();
    const run = async (plan: ExplorePlan) => {
      const result = await runOnce(open, shop, { plan, timeout: 300_000, usual: first });
      if (plan.length === 1) traces.set(keyOf(plan), result.trace);
      return result;
    };
    const options = {
      without: [],
      maxRuns: 150,
      jobs: 8,
      all,
      bail: false,
      run,
      onRun: () => {},
      cutBy: () => undefined,
    };
    const { tried, untried, left, end } = await search(first.trace, options);

    const outcomes = new Map(tried.map(({ plan, outcome }) => [plan.split(' + ').toSorted().join(' + '), outcome]));
    const isAccountedFor = (plan: ExplorePlan) => outcomes.has(keyOf(plan)) || untried.has(keyOf(plan));
    const singles = disruptionsFor(first.trace, NO_TRACE).map((one) => [one]);
    expect(singles.filter((plan) => !isAccountedFor(plan)).map(keyOf)).toEqual([]);
    const pairs = singles.flatMap((plan) =>
      disruptionsFor(traces.get(keyOf(plan)) ?? NO_TRACE, NO_TRACE, plan).flatMap((one) =>
        fits(plan, one) && (all || outcomes.get(keyOf(plan)) !== 'covered') ? [[...plan, one]] : [],
      ),
    );
    // The other order of two disruptions is the same pair.
    const missing = [...new Set(pairs.filter((pair) => !isAccountedFor(pair)).map(keyOf))];
    // The plans that the end of the search left have their own count.
    expect([missing.length <= left, end === 'no new place' ? missing : []]).toEqual([true, []]);
    expect(untried.size).toBeGreaterThan(0);
  },
);

test('the summary names the rules by which plans were not tried', { tags: 'long' }, async () => {
  const { untried, bound, complete } = await explore(newAccount, quiet, { without: ['later', 'assumption', 'crash'] });
  expect([complete, untried['known-places']]).toEqual([true, expect.any(Number)]);
  const said = bound.map(({ text }) => text).join('\n');
  expect(said).toContain(
    `Not tried, apart from --only: ${untried['known-places']} pairs of disruptions at known places`,
  );
});
