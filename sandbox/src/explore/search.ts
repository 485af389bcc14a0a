/** Finds the plans that break a shop. */
import { type DisruptionKind, NO_TRACE, nameOf, type Plan, type Trace } from './disruptions.js';
import { disruptionsFor, fits } from './fitting.js';
import type { RunResult } from './run.js';

/** The outcome of a plan. `covered`: it went the same way as another one. */
export type Outcome = 'held' | 'lost sale' | 'broke' | 'did not happen' | 'covered';

export interface TriedPlan {
  readonly name: string;
  readonly plan: Plan;
  readonly outcome: Outcome;
  readonly result: RunResult;
}

export interface SearchOptions {
  readonly without: readonly DisruptionKind[];
  readonly maxRuns: number;
  readonly jobs: number;
  /** Goes on after the first size with a failure, and extends each run, also one that went the same way as another. */
  readonly all: boolean;
  /** Stops at the first failure. */
  readonly bail: boolean;
  readonly run: (plan: Plan) => Promise<RunResult>;
  /** Called after each run. */
  readonly onRun: (name: string) => void;
}

/** Why the search ended. */
export type End = 'no new place' | 'failures' | 'bail' | 'maxRuns';

export interface SearchResult {
  readonly tried: readonly TriedPlan[];
  /** How many plans were known, but not tried. */
  readonly left: number;
  readonly end: End;
  /** How many plans were tried once more, alone, because a part was let go after a silence. */
  readonly repeated: number;
}

/** Tries the plans by their number of disruptions, and extends those that held. */
export async function search(first: Trace, options: SearchOptions): Promise<SearchResult> {
  const { without, maxRuns, all, bail } = options;
  const tried: TriedPlan[] = [];
  const known = new Set<string>();
  const ways = new Set([first.way.join('\n')]);
  const traces = new Map<string, Trace>([['', first]]);
  let repeated = 0;
  const end = (reason: End, left = 0): SearchResult => ({ tried, left, end: reason, repeated });

  for (let next = extend([], first, NO_TRACE); next.length > 0; ) {
    const ready = next.sort((one, other) => rankOf(one) - rankOf(other));
    const plans = ready.slice(0, maxRuns - tried.length);
    const level = await runLevel(plans, options);
    repeated += level.repeated;
    next = [];
    // In the order of the plans, so that the result does not depend on the speed of the machine.
    for (const [index, result] of level.results.entries()) {
      const plan = plans[index] ?? [];
      const way = result.trace.way.join('\n');
      const outcome = outcomeOf(result, ways.has(way));
      ways.add(way);
      tried.push({ name: nameOf(plan), plan, outcome, result });
      if (outcome === 'broke' || outcome === 'did not happen') continue;
      traces.set(nameOf(plan), result.trace);
      const isExtended = (all || outcome !== 'covered') && plan.every(({ forged }) => forged === undefined);
      if (isExtended) next.push(...extend(plan, result.trace, traces.get(nameOf(plan.slice(0, -1))) ?? NO_TRACE));
    }
    const hasFailed = tried.some(({ outcome }) => outcome === 'broke');
    if (bail && hasFailed) return end('bail', ready.length - level.results.length + next.length);
    if (plans.length < ready.length) return end('maxRuns', ready.length - plans.length + next.length);
    // Failures of larger plans would repeat those of smaller ones.
    if (hasFailed && !all) return end('failures', next.length);
    if (next.length > 0 && tried.length >= maxRuns) return end('maxRuns', next.length);
  }
  return end('no new place');

  function extend(plan: Plan, trace: Trace, parent: Trace): Plan[] {
    return disruptionsFor(trace, parent, plan).flatMap((one) => {
      const extended = [...plan, one];
      const key = keyOf(extended);
      if (without.includes(one.kind) || !fits(plan, one) || known.has(key)) return [];
      known.add(key);
      return [extended];
    });
  }
}

function outcomeOf({ hasHappened, problem, note }: RunResult, isKnown: boolean): Outcome {
  if (!hasHappened) return 'did not happen';
  if (problem !== undefined) return 'broke';
  if (isKnown) return 'covered';
  return note === 'lost sale' ? note : 'held';
}

const isFailure = ({ hasHappened, problem }: RunResult): boolean => hasHappened && problem !== undefined;

/** The same disruptions in another order are the same plan. */
const keyOf = (plan: Plan): string => nameOf([...plan].sort((one, other) => (one.name < other.name ? -1 : 1)));

const rankOf = (plan: Plan): number => plan.at(-1)?.rank ?? 0;

/** Runs the plans, a number at the same time. With `bail`, the results end with the first failure. */
async function runLevel(plans: readonly Plan[], { jobs, bail, run, onRun }: SearchOptions) {
  const results: RunResult[] = [];
  const waiting = [...plans.entries()];
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !hasFailed; next = waiting.shift()) {
      const [index, plan] = next;
      const result = await run(plan);
      results[index] = result;
      hasFailed ||= bail && isFailure(result);
      onRun(nameOf(plan));
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, plans.length) }, worker));
  const done = hasFailed ? results.slice(0, results.findIndex(isFailure) + 1) : results;
  // A part that only waited for the processor looks like one that waits for the other part.
  let repeated = 0;
  for (const [index, result] of done.entries()) {
    if (result.silences === 0 || jobs === 1) continue;
    repeated++;
    done[index] = await run(plans[index] ?? []);
  }
  return { results: done, repeated };
}
