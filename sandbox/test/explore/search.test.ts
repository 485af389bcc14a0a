import { expect, test } from 'vitest';
import { bugs } from '../../../tables/explored-bugs.js';
import { runs } from '../../../test/property-runs.ts';
import { type ExplorePlan, NO_TRACE } from '../../src/explore/disruptions.js';
import { warmed } from '../../src/explore/explore-shop.js';
import type { RunResult } from '../../src/explore/run.js';
import { LIKELY, search } from '../../src/explore/search.js';
import { say } from '../../src/sentences/index.js';

const TWICE = say('exception', { message: 'charged twice' });

/** Returns the run of a shop that sends another request after each disruption. */
function runOf(plan: ExplorePlan): RunResult {
  const requests = Array.from({ length: plan.length + 1 }, (_, index) => {
    const operationId = `operation${index}`;
    const place = `${operationId} #1`;
    const about = {
      place,
      part: 'flow',
      operationId,
      outcome: 'wrote',
      isRead: false,
      isBeside: false,
      hasCard: false,
    };
    return { ...about, hasEvents: false, causedEvents: false };
  });
  const trace = { ...NO_TRACE, requests, way: plan.map(({ name }) => name) };
  const ledger = { orders: new Map(), subscriptions: 0 };
  const books = {
    problem: undefined,
    note: undefined,
    steps: [],
    output: [],
    books: undefined,
    error: undefined,
    ledger,
  };
  return {
    ...books,
    acts: [],
    trace,
    hadEffect: undefined,
    hasHappened: true,
    silences: 0,
    pace: { slowest: 0, isNamed: true },
  };
}

const OPTIONS = {
  without: [],
  maxRuns: 200,
  jobs: 1,
  all: false,
  bail: false,
  onRun: () => {},
  cutBy: () => undefined,
};

test('ends after thousands of plans of a shop with ever new places, and says so', { tags: 'long' }, async () => {
  const maxRuns = runs(10_000);
  const jobs = 8;
  let running = 0;
  let most = 0;
  const run = async (plan: ExplorePlan) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    return runOf(plan);
  };
  const { tried, left, end } = await search(runOf([]).trace, { ...OPTIONS, maxRuns, jobs, run });
  expect([tried.length, end, left > maxRuns, most]).toEqual([maxRuns, 'maxRuns', true, jobs]);
  expect(new Set(tried.map(({ plan }) => plan)).size).toBe(maxRuns);
  // Thousands of plans fit into memory, because only failures keep what their run did.
  expect(Object.keys(tried.at(-1) ?? {})).not.toContain('trace');
});

test('extends runs that went the same way once, and each of them with all', async () => {
  const sameWay = async (plan: ExplorePlan) => {
    const run = runOf(plan);
    return { ...run, trace: { ...run.trace, way: [`${plan.length} disruptions`] } };
  };
  const firstOf = (plans: readonly { plan: string }[]) =>
    new Set(plans.map(({ plan }) => plan.split(' + ')).flatMap(([first, second]) => (second ? [first] : [])));
  const once = await search(runOf([]).trace, { ...OPTIONS, run: sameWay });
  expect(once.tried.filter(({ depth, outcome }) => depth === 1 && outcome === 'held')).toHaveLength(1);
  expect(firstOf(once.tried).size).toBe(1);
  const each = await search(runOf([]).trace, { ...OPTIONS, all: true, run: sameWay });
  expect(firstOf(each.tried).size).toBeGreaterThan(1);
});

test('never extends a plan that broke the shop, also with all', async () => {
  const [broken] = (await search(runOf([]).trace, { ...OPTIONS, maxRuns: 1, run: async (plan) => runOf(plan) })).tried;
  const run = async (plan: ExplorePlan) => {
    const problem = plan.some(({ name }) => name === broken?.plan) ? TWICE : undefined;
    return { ...runOf(plan), problem };
  };
  const { tried, failures } = await search(runOf([]).trace, { ...OPTIONS, all: true, run });
  expect(failures.map(({ plan }) => plan)).toEqual([broken?.plan]);
  expect(tried.some(({ depth }) => depth > 1)).toBe(true);
});

test('a first run that starts slowly does not make the others wait longer', () => {
  const slow = { ...runOf([]), pace: { slowest: 900, isNamed: true } };
  const fast = { ...slow, pace: { slowest: 90, isNamed: true } };
  expect([warmed(slow, [fast]).pace.slowest, warmed(fast, [slow]).pace.slowest]).toEqual([90, 90]);
});

test('a plan that did not happen has no other outcome, and is not extended', async () => {
  const run = async (plan: ExplorePlan) => ({ ...runOf(plan), hasHappened: false, problem: TWICE });
  const { tried, failures, end } = await search(runOf([]).trace, { ...OPTIONS, run });
  expect(new Set(tried.map(({ depth, outcome }) => [depth, outcome].join()))).toEqual(new Set(['1,did not happen']));
  expect([failures, end]).toEqual([[], 'no new place']);
});

test('a plan in which a part was silent is tried once more alone, and that run counts', async () => {
  const seen = new Set<string>();
  const run = async (plan: ExplorePlan) => {
    const name = plan.map((one) => one.name).join();
    const isFirst = !seen.has(name);
    seen.add(name);
    return { ...runOf(plan), ...(isFirst && { silences: 1, problem: TWICE }) };
  };
  const parallel = await search(runOf([]).trace, { ...OPTIONS, maxRuns: 20, jobs: 8, run });
  expect([parallel.tried.length, parallel.repeated, parallel.failures]).toEqual([20, 20, []]);
  seen.clear();
  const alone = await search(runOf([]).trace, { ...OPTIONS, maxRuns: 20, jobs: 1, run });
  expect([alone.repeated, alone.failures.length]).toEqual([0, alone.tried.length]);
});

test.each([1, 8])('waits for a hang once per class of faults, with %d jobs', async (jobs) => {
  const hang = say('hangs', { milliseconds: 30_000, awaited: say('flow') });
  const isHanging = (plan: ExplorePlan) => plan.some(({ kind, fault }) => kind === 'request' && fault !== undefined);
  let waits = 0;
  const run = async (plan: ExplorePlan) => {
    if (!isHanging(plan)) return runOf(plan);
    waits++;
    return { ...runOf(plan), problem: hang, silences: 1 };
  };
  const without = ['crash', 'event', 'second-click', 'forged', 'buyer', 'later', 'assumption'] as const;
  const { failures, untried, left } = await search(runOf([]).trace, { ...OPTIONS, jobs, without, run });
  // Carried out or not, late, and an outage after either.
  expect(failures.map(({ plan }) => plan.replace(/.*: /, '')).toSorted()).toEqual([
    ...['429', 'an outage', 'carried out late', 'reset after commit', 'reset after commit, then an outage'],
  ]);
  const alike = [...untried].filter(([, rule]) => rule === 'hangs-alike').map(([name]) => name.replace(/.*: /, ''));
  expect(alike).toEqual(expect.arrayContaining(['503', 'reset', '503 after commit', 'truncate', 'stall after commit']));
  expect([waits, left]).toEqual([jobs === 1 ? failures.length : 2 * failures.length + alike.length, 0]);
});

test('the disruptions that come first are those that break shops of the gallery', async () => {
  const breaking = new Set(bugs.map(({ plan }) => plan.replace(/.*: /, '')));
  expect(LIKELY.filter((name) => !breaking.has(name))).toEqual([]);
  expect(new Set(LIKELY).size).toBe(LIKELY.length);
  const run = async (plan: ExplorePlan) => runOf(plan);
  const { tried } = await search(runOf([]).trace, { ...OPTIONS, maxRuns: 3, jobs: 1, run });
  expect(tried.map(({ disruption }) => disruption)).toEqual(['reset after commit', 'crash after', 'carried out late']);
});
