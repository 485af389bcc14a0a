import { performance } from 'node:perf_hooks';
import { reais } from 'payment-gateway-contract/internal/codes';
import { isObject, readOptions, suggestion } from 'payment-gateway-contract/internal/util';
import { type Disruption, disruptionsFor, fits, NO_TRACE, namesIn, type Plan } from './disruptions.js';
import { EXPLORE_OPTIONS, type ExploreOptions, USUAL_JOBS } from './options.js';
import { readPlans, savePlans } from './plan-file.js';
import {
  type ExploredPlan,
  ExploreFailure,
  type ExploreFailureCase,
  type ExploreResult,
  NO_DISRUPTION,
  type ReplayedPlan,
} from './report.js';
import { type RunResult, runOnce } from './run.js';
import { exploredPlan, failureOf, search } from './search.js';
import type { OpenGateway, ProgramShop } from './shop.js';
import { messageOf } from './timeline.js';

/** Called after each run of a plan, and once at the end with `undefined`. */
export type OnProgress = (done: number, plan: string | undefined) => void;

/** Runs the shop once without a disruption, and once for each plan. Rejects with an `ExploreFailure` if one breaks the shop. */
export async function exploreShop<Shop>(
  open: OpenGateway,
  shop: ProgramShop<Shop>,
  given: ExploreOptions = {},
  onProgress: OnProgress = () => {},
): Promise<ExploreResult> {
  requireShop(shop);
  const options = readOptions(EXPLORE_OPTIONS, given);
  const { only, replay, save, timeout, earnsNothing, without, jobs = USUAL_JOBS } = options;
  if (only !== undefined && replay !== undefined) throw new RangeError('only: cannot be combined with replay');
  const names = only !== undefined ? [only] : replay === undefined ? undefined : readPlans(replay);
  // A file that cannot be written must not lose the result of all runs.
  if (save !== undefined) savePlans(save);
  const started = performance.now();
  let runs = 0;
  const start = (plan: Plan, usual: RunResult | undefined): Promise<RunResult> => {
    runs++;
    return runOnce(open, shop, { plan, timeout, usual });
  };

  const first = await start([], undefined);
  const about = { requests: first.trace.requests.length, did: didOf(first) };
  const finish = (found: Omit<ExploreResult, 'runs' | 'requests' | 'did'>, cause?: unknown): ExploreResult => {
    const hasCrash = found.tried.some(({ kind, outcome }) => kind === 'crash' && outcome !== 'did not happen');
    const survived = shop.survivors ?? (shop.restart === undefined ? MEMORY_SURVIVED : undefined);
    const isRefused = found.failures.some(({ plan }) => plan === NO_DISRUPTION);
    if (save !== undefined && !isRefused) savePlans(save, found.failures);
    const result = { ...about, runs, ...found, ...(hasCrash && survived !== undefined && { survived }) };
    if (result.failures.length > 0) throw new ExploreFailure(result, performance.now() - started, { cause });
    return result;
  };
  const refuse = (problem: string) =>
    finish({ ...NOTHING, failures: [failureOf(NO_DISRUPTION, { ...first, problem })] }, first.error);
  if (first.error !== undefined) return refuse(messageOf(first.error));
  const problem = first.problem ?? silence(first, earnsNothing);
  if (problem !== undefined) return refuse(`${problem}${adviceFor(first)}`);

  if (names !== undefined) {
    const run = (plan: Plan) => start(plan, first);
    const { replayed, ...found } = await tryNamed(names, first, run, replay === undefined);
    onProgress(found.tried.length, undefined);
    return finish({ ...NOTHING, ...found, ...(replay !== undefined && { replayed }) });
  }
  const again = await Promise.all(Array.from({ length: jobs > 1 ? 2 : 1 }, () => start([], first)));
  const usual = warmed(first, again);
  const run = (plan: Plan) => start(plan, usual);
  const { difference, alone } = await compareRuns(first, jobs > 1 ? again : [], run);
  if (difference !== undefined) return refuse(difference);
  let done = 0;
  const onRun = (name: string) => onProgress(++done, name);
  const found = await search(first.trace, { ...options, run, onRun, jobs: alone === undefined ? jobs : 1 });
  onProgress(done, undefined);
  return finish({ ...found, leftOut: without, alone });
}

const MEMORY_SURVIVED = 'A crash did not end what the shop holds in memory, such as a lock: it has no restart.';

const NOTHING = { tried: [], left: 0, leftOut: [], end: 'named', alone: undefined, repeated: 0 } as const;

/** A flow that calls another account, or moves no money, would hold in every run. */
function silence({ trace, ledger }: RunResult, earnsNothing: boolean | undefined): string | undefined {
  if (trace.requests.every(({ isOwn }) => isOwn))
    return 'the flow sent no request to the gateway with the address and the token of the run';
  const hasMoney = [...ledger.orders.values()].some(({ captured }) => captured > 0) || ledger.subscriptions > 0;
  if (hasMoney || earnsNothing) return undefined;
  return 'no payment got any money: add a buyer who pays, or set earnsNothing if that is right';
}

/** Books with a problem agree in their sums if an order takes several payments. */
function adviceFor({ problem, books }: RunResult): string {
  const { gateway = [], shop = [] } = books ?? {};
  const received = gateway.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
  const keeping = gateway.filter(({ captured, refunded }) => captured > refunded).map(({ order }) => order);
  const hasParts = new Set(keeping).size < keeping.length;
  if (hasParts && books?.shop === undefined)
    return '; if these are two sales, name the order of each payment with orderOf';
  const agree = shop.length > 0 && shop.reduce((sum, { paid }) => sum + paid, 0) === received;
  const isAdvised = problem !== undefined && hasParts && agree && shop.every(({ due }) => due === undefined);
  return isAdvised ? '; if an order takes several payments, report its price as due' : '';
}

/** Returns a summary of the first run, in one line. */
function didOf({ trace, acts, ledger }: RunResult): string {
  const operations = [...new Set([...trace.requests.map(({ operationId }) => operationId), ...acts])].join(', ');
  const received = [...ledger.orders.values()].reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
  return `${operations}; received ${reais(received)}`;
}

/** Returns the first run with the times of the fastest. A program may start slowly the first time. */
export const warmed = (first: RunResult, again: readonly RunResult[]): RunResult => {
  return { ...first, slowest: Math.min(first.slowest, ...again.map(({ slowest }) => slowest)) };
};

/** Compares runs at the same time with the first. Returns why it cannot be repeated, or why its runs must go on one by one. */
async function compareRuns(first: RunResult, both: readonly RunResult[], run: (plan: Plan) => Promise<RunResult>) {
  const difference = (other: RunResult) => differenceOf(first.trace.way, other.trace.way);
  const found = both.map(difference).find((one) => one !== undefined);
  if (found === undefined) return {};
  const again = difference(await run([]));
  if (again !== undefined) {
    return { difference: `two runs without a disruption differ, so no plan can be repeated: ${again}` };
  }
  const shared = 'The shop shares state between runs, such as a client or a folder at the top of a module';
  return { alone: `${shared}, so they went on one by one. The first difference: ${found}` };
}

/** Returns the first line that differs. */
function differenceOf(one: readonly string[], other: readonly string[]): string | undefined {
  const index = one.findIndex((line, at) => line !== other[at]);
  if (index === -1 && other.length <= one.length) return undefined;
  const at = index === -1 ? one.length : index;
  const shown = (line: string | undefined) => (line === undefined ? 'nothing more' : line.slice(0, 200));
  return `first ${shown(one[at])}, then ${shown(other[at])}`;
}

/** Runs the plans with these names. A plan whose place is gone is an error, or else reported. */
async function tryNamed(
  names: readonly string[],
  first: RunResult,
  run: (plan: Plan) => Promise<RunResult>,
  isRequired: boolean,
) {
  const tried: ExploredPlan[] = [];
  const failures: ExploreFailureCase[] = [];
  const replayed: ReplayedPlan[] = [];
  for (const name of names) {
    const plan = await planNamed(name, first, run);
    if ('problem' in plan) {
      if (isRequired) throw new RangeError(`only: ${plan.problem}`);
      replayed.push({ plan: name, outcome: 'GONE' });
      continue;
    }
    const result = await run(plan.found);
    const one = exploredPlan(plan.found, result);
    tried.push(one);
    if (one.outcome === 'broke') failures.push(failureOf(name, result));
    const became = one.outcome === 'broke' ? 'STILL FAILS' : one.outcome === 'did not happen' ? 'GONE' : 'FIXED';
    replayed.push({ plan: name, outcome: became });
  }
  return { tried, failures, replayed };
}

/** The names that plans had before they named places. */
const OLD_NAME = /^(request \d+ \(|crash (before|after) request|event \d+ \(|twice at the same time|assumption \S+=)/;

/** Returns the plan with the name. Finds each disruption in the run with the ones before it. */
async function planNamed(name: string, first: RunResult, run: (plan: Plan) => Promise<RunResult>) {
  const plan: Disruption[] = [];
  let { trace } = first;
  for (const part of namesIn(name)) {
    if (plan.length > 0) trace = (await run(plan)).trace;
    const all = disruptionsFor(trace, NO_TRACE, plan).filter((one) => fits(plan, one));
    const found = all.find((one) => one.name === part);
    if (found === undefined) {
      const advice = OLD_NAME.test(part)
        ? '; the names of plans have changed, and now begin with a place such as createTransaction #1'
        : suggestion(
            part,
            all.map((one) => one.name),
          );
      return { problem: `no run has the disruption ${JSON.stringify(part.slice(0, 100))}${advice}` };
    }
    plan.push(found);
  }
  return { found: plan };
}

function requireShop(shop: unknown): void {
  if (!isObject(shop)) throw new TypeError('shop: must be an object with start and flow');
  for (const name of ['start', 'flow', 'restart', 'onEvent', 'buyer', 'reconcile', 'orders', 'orderOf', 'check']) {
    const isRequired = name === 'start' || name === 'flow';
    if (typeof shop[name] === 'function' || (!isRequired && shop[name] === undefined)) continue;
    throw new TypeError(`${name}: must be a function${isRequired ? '' : ', or absent'}`);
  }
}
