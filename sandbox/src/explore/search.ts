/** Finds the plans that break a shop. */
import { createHash } from 'node:crypto';
import { type DisruptionKind, NO_TRACE, nameOf, type Plan, type Trace } from './disruptions.js';
import { disruptionsFor, fits } from './fitting.js';
import type { End, ExploreFailureCase, Outcome } from './result.js';
import type { RunResult } from './run.js';
import type { Note } from './verdict.js';

export interface TriedPlan {
  readonly name: string;
  readonly plan: Plan;
  readonly outcome: Outcome;
  readonly note: Note | undefined;
  readonly failure?: ExploreFailureCase;
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

export interface SearchResult {
  readonly tried: readonly TriedPlan[];
  /** How many plans were known, but not tried. */
  readonly left: number;
  readonly end: End;
  /** How many plans were tried once more, alone, because a part was let go after a silence. */
  readonly repeated: number;
}

/** A plan to run, and the trace of the run that it extends. */
interface Candidate {
  readonly plan: Plan;
  readonly parent: Trace;
}

/** Tries the plans by their number of disruptions, and extends those that held. */
export async function search(first: Trace, options: SearchOptions): Promise<SearchResult> {
  const { without, maxRuns, all, bail } = options;
  const tried: TriedPlan[] = [];
  const known = new Set<string>();
  const ways = new Set([digest(first)]);
  let repeated = 0;
  const end = (reason: End, left = 0): SearchResult => ({ tried, left, end: reason, repeated });

  for (let next = extend([], first, NO_TRACE); next.length > 0; ) {
    const ready = next.sort((one, other) => rankOf(one) - rankOf(other));
    const candidates = ready.slice(0, maxRuns - tried.length);
    const level = await runLevel(
      candidates.map(({ plan }) => plan),
      options,
    );
    repeated += level.repeated;
    next = [];
    // In the order of the plans, so that the result does not depend on the speed of the machine.
    for (const [index, result] of level.results.entries()) {
      const { plan, parent } = candidates[index] ?? { plan: [], parent: NO_TRACE };
      const way = digest(result.trace);
      const one = triedPlan(plan, result, ways.has(way));
      ways.add(way);
      tried.push(one);
      if (one.outcome === 'broke' || one.outcome === 'did not happen') continue;
      const isExtended = (all || one.outcome !== 'covered') && plan.every(({ forged }) => forged === undefined);
      if (isExtended) next.push(...extend(plan, result.trace, parent));
    }
    const hasFailed = tried.some(({ outcome }) => outcome === 'broke');
    if (bail && hasFailed) return end('bail', ready.length - level.results.length + next.length);
    if (candidates.length < ready.length) return end('maxRuns', ready.length - candidates.length + next.length);
    // Failures of larger plans would repeat those of smaller ones.
    if (hasFailed && !all) return end('failures', next.length);
    if (next.length > 0 && tried.length >= maxRuns) return end('maxRuns', next.length);
  }
  return end('no new place');

  function extend(plan: Plan, trace: Trace, parent: Trace): Candidate[] {
    return disruptionsFor(trace, parent, plan).flatMap((one) => {
      const extended = [...plan, one];
      const key = keyOf(extended);
      if (without.includes(one.kind) || !fits(plan, one) || known.has(key)) return [];
      known.add(key);
      return [{ plan: extended, parent: trace }];
    });
  }
}

/** Returns the few facts about a run that the search keeps, so that thousands of runs fit into memory. */
export function triedPlan(plan: Plan, result: RunResult, isKnown = false): TriedPlan {
  const { hasHappened, problem, note } = result;
  const kept = { name: nameOf(plan), plan, note };
  if (!hasHappened) return { ...kept, outcome: 'did not happen' };
  if (problem !== undefined) return { ...kept, outcome: 'broke', failure: failureOf(kept.name, problem, result) };
  if (isKnown) return { ...kept, outcome: 'covered' };
  return { ...kept, outcome: note === 'lost sale' ? note : 'held' };
}

export function failureOf(plan: string, problem: string, { timeline, steps, books }: RunResult): ExploreFailureCase {
  return { plan, problem, timeline, steps, ...(books && { books }) };
}

const digest = ({ way }: Trace): string => createHash('sha1').update(way.join('\n')).digest('base64');

const isFailure = ({ hasHappened, problem }: RunResult): boolean => hasHappened && problem !== undefined;

/** The same disruptions in another order are the same plan. */
const keyOf = (plan: Plan): string => nameOf([...plan].sort((one, other) => (one.name < other.name ? -1 : 1)));

const rankOf = ({ plan }: Candidate): number => plan.at(-1)?.rank ?? 0;

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
