import { expect, test } from 'vitest';
import { transitions } from '../../../generated/transitions.js';
import { type ExploreFailureCase, type ExploreResult, printReport } from '../../src/explore/index.js';
import { boundOf } from '../../src/explore/report.js';
import { Verdict } from '../../src/explore/verdict.js';
import { say } from '../../src/sentences/index.js';

const failure = (problem: number): ExploreFailureCase => ({
  plan: `createTransaction #${problem}: reset`,
  problem: `problem ${problem}`,
  ...{ key: 'exception', parts: { message: `problem ${problem}` } },
  steps: Array.from({ length: 20 }, (_, step) => ({ what: `POST /v1/transactions/${step}`, outcome: '' })),
  ...{ timeline: [], output: [] },
});

const resultOf = (failures: readonly ExploreFailureCase[]): ExploreResult => ({
  ...{
    runs: 9,
    requests: 1,
    did: 'createTransaction; received R$ 1.00',
    failures,
    tried: [],
    left: 0,
    leftOut: [],
    untried: {},
  },
  ...{ end: 'failures', alone: undefined, survived: undefined, repeated: 0, complete: false, bound: [] },
});

test.each([1, 2, 3, 4, 6, 50])(
  'a report of %d problems has at most 30 lines, and says how many it does not show',
  (count) => {
    const failures = Array.from({ length: count }, (_, index) => [
      failure(index),
      { ...failure(index), plan: 'flow: also' },
    ]);
    const report = printReport(resultOf(failures.flat()), 1000);
    expect(report.split('\n').length, report).toBeLessThanOrEqual(30);
    const shown = report.match(/^problem \d+/gm) ?? [];
    const others = Number(/^(\d+) other problems$/m.exec(report)?.[1] ?? 0);
    expect(shown.length + others).toBe(count);
    expect(report).toMatch(/^problem 0\n {2}disruption {3}createTransaction #0: reset\n {3}1 {2}POST/m);
    expect(report.match(/repeat it/g)).toHaveLength(Math.min(count, 3));
  },
);

const tried = { depth: 1, kind: 'request', place: 'createTransaction #1' } as const;

test('a disruption that did not happen does not count as tried, and has its name in the report', () => {
  const held = { ...tried, plan: 'createTransaction #1: reset', disruption: 'reset', outcome: 'held' } as const;
  const missing = {
    ...tried,
    plan: 'createTransaction #1: 503',
    disruption: '503',
    outcome: 'did not happen',
  } as const;
  const result = { ...resultOf([]), tried: [held, missing] };
  const said = { did: say('nothing'), alone: undefined, survived: undefined, noEffect: undefined };
  const report = printReport({ ...result, bound: boundOf(result, said) }, 1000);
  expect(report).toContain('Tried: 1 fault.');
  expect(report).toContain('1 disruption did not happen (createTransaction #1: 503).');
});

test('an exploration counts each subscription whose status is not final', async () => {
  const statuses = Object.entries(transitions.SubscriptionStatus);
  const stored = statuses.map(([status]) => ({ kind: 'subscriptions', value: { status } }));
  const unit = { all: (kind: string) => (kind === 'subscriptions' ? stored : []) };
  const scene = { plan: [], read: async (look: (on: typeof unit) => unknown) => look(unit) };
  const { subscriptions } = await new Verdict(scene as never, undefined).ledger();
  expect(subscriptions).toBe(statuses.filter(([, next]) => next.length > 0).length);
});
