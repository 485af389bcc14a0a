import { performance } from 'node:perf_hooks';
import { isObject, readOptions, suggestion } from 'payment-gateway-contract/internal/util';
import { type Disruption, pairsOf, SEPARATOR, singleDisruptions } from './disruptions.js';
import { ExploreFailure, type ExploreFailureCase, type ExploreResult, NO_DISRUPTION } from './failure-report.js';
import { EXPLORE_OPTIONS, type ExploreOptions } from './options.js';
import type { ExploreShop, OpenGateway } from './shop.js';
import { type RunResult, runOnce } from './shop-run.js';
import { messageOf } from './timeline.js';

/** The most single disruptions, so that a large flow gets an answer. */
const MOST = 2000;

/** Called before each run after the first with the name of its disruption, and once at the end. */
export type OnProgress = (done: number, all: number, disruption?: string) => void;

/** Runs the shop once without a disruption, and once for each. Rejects with an `ExploreFailure` if one breaks the shop. */
export async function exploreShop<Shop>(
  open: OpenGateway,
  shop: ExploreShop<Shop>,
  given: ExploreOptions = {},
  onProgress: OnProgress = () => {},
): Promise<ExploreResult> {
  requireShop(shop);
  const { only, without, depth, seed, maxRuns, timeout } = readOptions(EXPLORE_OPTIONS, given);
  const started = performance.now();
  const fail = (result: ExploreResult, cause?: unknown) => {
    throw new ExploreFailure(result, performance.now() - started, { cause });
  };
  const first = await runOnce(open, shop, [], timeout);
  const requests = first.seen.requests.length;
  const problem = first.error === undefined ? (first.problem ?? silence(requests)) : messageOf(first.error);
  if (problem !== undefined)
    fail({ runs: 1, requests, failures: [caseOf(NO_DISRUPTION, problem, first)] }, first.error);

  const singles = singleDisruptions(first.seen, without);
  if (singles.length > MOST && only === undefined) {
    const what = `${requests} requests and ${first.seen.events.length} events make ${singles.length} disruptions`;
    throw new RangeError(
      `flow: ${what}, and explore tries at most ${MOST}; explore a smaller flow, or leave kinds out`,
    );
  }
  const plans: (readonly Disruption[])[] = only === undefined ? singles.map((one) => [one]) : [named(only, singles)];
  if (depth === 2 && only === undefined) {
    for (const pair of pairsOf(singles, seed)) if (plans.push(pair) >= singles.length + maxRuns) break;
  }
  const failures: ExploreFailureCase[] = [];
  for (const [index, plan] of plans.entries()) {
    onProgress(index, plans.length, nameOf(plan));
    const run = await runOnce(open, shop, plan, timeout);
    if (run.problem !== undefined) failures.push(caseOf(nameOf(plan), run.problem, run));
  }
  onProgress(plans.length, plans.length);
  const result = { runs: plans.length + 1, requests, failures };
  if (failures.length > 0) fail(result);
  return result;
}

/** A flow that calls another account would hold in every run. */
const silence = (requests: number): string | undefined =>
  requests > 0 ? undefined : 'the flow sent no request to the gateway with the address and the token of the run';

const nameOf = (plan: readonly Disruption[]): string => plan.map(({ name }) => name).join(SEPARATOR);

const caseOf = (disruption: string, problem: string, { timeline }: RunResult): ExploreFailureCase => {
  return { disruption, problem, timeline };
};

/** Returns the disruption with the name, or the pair with both names. */
function named(only: string, singles: readonly Disruption[]): Disruption[] {
  return only.split(SEPARATOR).map((name) => {
    const found = singles.find((one) => one.name === name);
    if (found !== undefined) return found;
    const names = singles.map((one) => one.name);
    throw new RangeError(
      `only: the first run has no disruption ${JSON.stringify(name.slice(0, 100))}${suggestion(name, names)}`,
    );
  });
}

function requireShop(shop: unknown): void {
  if (!isObject(shop)) throw new TypeError('shop: must be an object with start and flow');
  for (const name of ['start', 'flow', 'onEvent', 'buyer', 'reconcile', 'orders', 'orderOf', 'check']) {
    const isRequired = name === 'start' || name === 'flow';
    if (typeof shop[name] === 'function' || (!isRequired && shop[name] === undefined)) continue;
    throw new TypeError(`${name}: must be a function${isRequired ? '' : ', or absent'}`);
  }
}
