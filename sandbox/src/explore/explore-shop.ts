import { performance } from 'node:perf_hooks';
import { isObject, readOptions, suggestion } from 'payment-gateway-core/util';
import { amount, kindOf, print, type Sentence, SentenceError, say } from '../sentences/index.js';
import { type Disruption, disruptionsFor, type ExplorePlan, fits, NO_TRACE, nameOf, namesIn } from './disruptions.js';
import { EXPLORE_OPTIONS, type ExploreOptions, readPlans, savePlans, USUAL_JOBS } from './options.js';
import {
  boundOf,
  type Cut,
  type ExploredPlan,
  ExploreFailure,
  type ExploreFailureCase,
  type ExploreResult,
  NO_DISRUPTION,
  type ReplayedPlan,
} from './report.js';
import { type RunResult, runOnce } from './run.js';
import { exploredPlan, failureOf, isFailure, search } from './search.js';
import type { OpenGateway, ProgramShop } from './shop.js';
import { exceptionOf } from './timeline.js';

/** What the search or the named plans add to the result. */
type Found = Omit<ExploreResult, 'runs' | 'requests' | 'did' | 'alone' | 'survived' | 'bound' | 'complete'>;

/** Called with the state of the search after each run, and with each new problem. */
export type OnProgress = (line: string, isProblem: boolean) => void;

/** Runs the shop once without a disruption, and once for each plan. Rejects with an `ExploreFailure` if one breaks the shop. */
export async function exploreShop<Shop>(
  open: OpenGateway,
  shop: ProgramShop<Shop>,
  given: ExploreOptions = {},
  onProgress: OnProgress = () => {},
): Promise<ExploreResult> {
  requireShop(shop);
  const options = readOptions(EXPLORE_OPTIONS, given);
  const { only, replay, save, timeout, earnsNothing, without, jobs = USUAL_JOBS, maxMinutes, signal } = options;
  const language = options.language === 'en' ? 'en' : 'pt-BR';
  if (only !== undefined && replay !== undefined) throw new RangeError('only: cannot be combined with replay');
  const names = only !== undefined ? [only] : replay === undefined ? undefined : readPlans(replay);
  // A file that cannot be written must not lose the result of all runs.
  if (save !== undefined) savePlans(save);
  const started = performance.now();
  const end = started + 60_000 * (maxMinutes ?? Number.POSITIVE_INFINITY);
  const cutBy = (): Cut | undefined =>
    signal?.aborted ? 'signal' : performance.now() > end ? 'maxMinutes' : undefined;
  onProgress(print(say('first-run'), language), false);
  let runs = 0;
  const start = (plan: ExplorePlan, usual: RunResult | undefined): Promise<RunResult> => {
    runs++;
    return runOnce(open, shop, { plan, timeout, usual });
  };
  // What was stopped in a run looks like a failure of the shop.
  const unlessStopped = <Result>(runs: Promise<Result>): Promise<Result> =>
    runs.finally(() => {
      if (signal?.aborted) throw new SentenceError(say('no-end'));
    });

  const first = await unlessStopped(start([], undefined));
  const did = didOf(first);
  const about = { requests: first.trace.requests.length, did: did.text };
  const finish = (found: Found, cause?: unknown, alone?: Sentence): ExploreResult => {
    const hasCrash = found.tried.some(({ kind, outcome }) => kind === 'crash' && outcome !== 'did not happen');
    const survived = shop.survivors ?? (shop.restart === undefined ? say('memory-survived') : undefined);
    const isRefused = found.failures.some(({ plan }) => plan === NO_DISRUPTION);
    if (save !== undefined && !isRefused) savePlans(save, found.failures);
    const noEffect = first.hadEffect === false ? say('no-effect') : undefined;
    const said = { did, alone, noEffect, survived: hasCrash ? survived : undefined };
    const bound = boundOf(found, said);
    const complete = found.end === 'no new place';
    const result = { ...about, runs, ...found, complete, bound, alone: alone?.text, survived: said.survived?.text };
    if (result.failures.length > 0) throw new ExploreFailure(result, performance.now() - started, language, { cause });
    return result;
  };
  const refuse = (problem: Sentence) =>
    finish({ ...NOTHING, failures: [failureOf(NO_DISRUPTION, { ...first, problem })] }, first.error);
  if (first.error !== undefined) return refuse(exceptionOf(first.error));
  const problem = first.problem ?? silence(first, earnsNothing);
  if (problem !== undefined) return refuse(advised(problem, first, shop.output !== undefined));

  if (names !== undefined) {
    const run = (plan: ExplorePlan) => start(plan, first);
    const { replayed, ...found } = await tryNamed(names, first, run, replay === undefined, cutBy);
    return finish({ ...NOTHING, ...found, ...(replay !== undefined && { replayed }) });
  }
  const again = await unlessStopped(Promise.all(Array.from({ length: jobs > 1 ? 2 : 1 }, () => start([], first))));
  const usual = warmed(first, again);
  const run = (plan: ExplorePlan) => start(plan, usual);
  const { difference, alone } = await unlessStopped(compareRuns(first, jobs > 1 ? again : [], run));
  if (difference !== undefined) return refuse(difference);
  let done = 0;
  const kinds = new Set<string>();
  const onRun = (plan: ExplorePlan, result: RunResult, known: number) => {
    const { problem } = result;
    if (problem !== undefined && isFailure(result) && !kinds.has(kindOf(problem))) {
      kinds.add(kindOf(problem));
      onProgress(`${print(problem, language)}: ${nameOf(plan)}`, true);
    }
    const problems = say('problems', { count: kinds.size });
    onProgress(print(say('progress', { done: ++done, known, problems }), language), false);
  };
  const found = await search(first.trace, { ...options, run, onRun, cutBy, jobs: alone === undefined ? jobs : 1 });
  const rules = [...found.untried.values()];
  const counts = [...new Set(rules)].map((rule) => [rule, rules.filter((one) => one === rule).length] as const);
  return finish({ ...found, untried: Object.fromEntries(counts), leftOut: without }, undefined, alone);
}

const NOTHING = { tried: [], left: 0, leftOut: [], end: 'named', repeated: 0, untried: {} } as const;

/** A flow that calls another account, or moves no money, would hold in every run. */
function silence({ trace, ledger }: RunResult, earnsNothing: boolean | undefined): Sentence | undefined {
  if (trace.requests.every(({ isOwn }) => isOwn)) return say('no-request');
  const hasMoney = [...ledger.orders.values()].some(({ captured }) => captured > 0) || ledger.subscriptions > 0;
  if (hasMoney || earnsNothing) return undefined;
  return say('earns-nothing');
}

/** Returns a problem with an advice. Books with a problem agree in their sums if an order takes several payments. */
function advised(problem: Sentence, { books, hadEffect }: RunResult, isProgram: boolean): Sentence {
  if (isProgram && problem.key === 'hangs') return say('advise-end', { problem });
  if (hadEffect === false) return say('advise-webhook', { problem });
  const { gateway = [], shop = [] } = books ?? {};
  const received = gateway.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
  const keeping = gateway.filter(({ captured, refunded }) => captured > refunded).map(({ order }) => order);
  const hasParts = new Set(keeping).size < keeping.length;
  if (hasParts && books?.shop === undefined) return say('advise-order-of', { problem });
  const agree = shop.length > 0 && shop.reduce((sum, { paid }) => sum + paid, 0) === received;
  const isAdvised = hasParts && agree && shop.every(({ due }) => due === undefined);
  return isAdvised ? say('advise-due', { problem }) : problem;
}

function didOf({ trace, acts, ledger }: RunResult): Sentence {
  const operations = [...new Set([...trace.requests.map(({ operationId }) => operationId), ...acts])].join(', ');
  const received = [...ledger.orders.values()].reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
  return say('did', { operations, amount: amount(received) });
}

/** Returns the first run with the times of the fastest. A program may start slowly the first time. */
export const warmed = (first: RunResult, again: readonly RunResult[]): RunResult => {
  const slowest = Math.min(...[first, ...again].map(({ pace }) => pace.slowest));
  return { ...first, pace: { ...first.pace, slowest } };
};

/** Compares runs at the same time with the first. Returns why it cannot be repeated, or why its runs must go on one by one. */
async function compareRuns(
  first: RunResult,
  both: readonly RunResult[],
  run: (plan: ExplorePlan) => Promise<RunResult>,
) {
  const difference = (other: RunResult) => differenceOf(first.trace.way, other.trace.way);
  const found = both.map(difference).find((one) => one !== undefined);
  if (found === undefined) return {};
  const again = difference(await run([]));
  if (again !== undefined) {
    return { difference: say('not-repeatable', { difference: again }) };
  }
  return { alone: say('alone', { difference: found }) };
}

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
  run: (plan: ExplorePlan) => Promise<RunResult>,
  isRequired: boolean,
  cutBy: () => Cut | undefined,
) {
  const tried: ExploredPlan[] = [];
  const failures: ExploreFailureCase[] = [];
  const replayed: ReplayedPlan[] = [];
  for (const [index, name] of names.entries()) {
    const plan = await planNamed(name, first, run);
    if ('problem' in plan) {
      if (isRequired) throw new RangeError(`only: ${plan.problem}`);
      replayed.push({ plan: name, outcome: 'GONE' });
      continue;
    }
    const result = await run(plan.found);
    const cut = cutBy();
    if (cut !== undefined) return { tried, failures, replayed, left: names.length - index, end: cut };
    const one = exploredPlan(plan.found, result);
    tried.push(one);
    if (one.outcome === 'broke') failures.push(failureOf(name, result));
    const became = one.outcome === 'broke' ? 'STILL FAILS' : one.outcome === 'did not happen' ? 'GONE' : 'FIXED';
    replayed.push({ plan: name, outcome: became });
  }
  return { tried, failures, replayed, left: 0, end: 'named' as const };
}

/** Returns the plan with the name. Finds each disruption in the run with the ones before it. */
async function planNamed(name: string, first: RunResult, run: (plan: ExplorePlan) => Promise<RunResult>) {
  const plan: Disruption[] = [];
  let { trace } = first;
  for (const part of namesIn(name)) {
    if (plan.length > 0) trace = (await run(plan)).trace;
    const all = disruptionsFor(trace, NO_TRACE, plan).filter((one) => fits(plan, one));
    const found = all.find((one) => one.name === part);
    if (found === undefined) {
      const near = suggestion(
        part,
        all.map((one) => one.name),
      );
      return { problem: `no run has the disruption ${JSON.stringify(part.slice(0, 100))}${near}` };
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
