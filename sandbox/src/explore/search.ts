/** Finds the plans that break a shop. */
import { createHash } from 'node:crypto';
import type { ValuesOf } from 'payment-gateway-core/util';
import { kindOf, say } from '../sentences/index.js';
import { disruptionsFor, type ExplorePlan, fits, NO_TRACE, nameOf, type Trace } from './disruptions.js';
import type { EXPLORE_OPTIONS } from './options.js';
import type { Cut, End, ExploredPlan, ExploreFailureCase, ExploreResult, Untried } from './report.js';
import type { RunResult } from './run.js';
import { linesOf } from './timeline.js';

export interface SearchOptions extends Pick<ValuesOf<typeof EXPLORE_OPTIONS>, 'without' | 'maxRuns' | 'all' | 'bail'> {
  readonly jobs: number;
  readonly run: (plan: ExplorePlan) => Promise<RunResult>;
  /** Called after each run, with the number of known plans. */
  readonly onRun: (plan: ExplorePlan, result: RunResult, known: number) => void;
  /** Returns why no other run may start. */
  readonly cutBy: () => Cut | undefined;
}

type Runs = Pick<SearchOptions, 'jobs' | 'bail' | 'run' | 'cutBy'> & {
  readonly onRun: (plan: ExplorePlan, result: RunResult) => void;
};

export type SearchResult = Pick<ExploreResult, 'tried' | 'failures' | 'left' | 'repeated'> & {
  readonly end: End;
  /** The pairs of disruptions that `only` accepts and that were not tried, with the rule that leaves them out. */
  readonly untried: ReadonlyMap<string, Untried>;
};

/** A plan to run, and the trace of the run that it extends. */
interface Candidate {
  readonly plan: ExplorePlan;
  readonly parent: Trace;
}

/** Tries the plans by their number of disruptions, and extends those that held. */
export async function search(first: Trace, options: SearchOptions): Promise<SearchResult> {
  const { without, maxRuns, all, bail } = options;
  const tried: ExploredPlan[] = [];
  const failures: ExploreFailureCase[] = [];
  const known = new Set<string>();
  const ways = new Set([digest(first)]);
  let repeated = 0;
  const untried = new Map<string, Untried>();
  const end = (reason: End, left = 0): SearchResult => {
    for (const key of known) untried.delete(key);
    for (const key of hanging) untried.set(key, 'hangs-alike');
    return { tried, failures: simplestFirst(failures), left, end: reason, repeated, untried };
  };
  const hanging: string[] = [];

  for (let next = extend([], first, NO_TRACE); next.length > 0; ) {
    const ready = next.sort((one, other) => rankOf(one) - rankOf(other));
    const candidates = ready.slice(0, maxRuns - tried.length);
    const total = tried.length + ready.length;
    const plans = candidates.map(({ plan }) => plan);
    const level = await runLevel(plans, { ...options, onRun: (plan, result) => options.onRun(plan, result, total) });
    repeated += level.repeated;
    hanging.push(...level.alike.map(keyOf));
    next = [];
    // In the order of the plans, so that the result does not depend on the speed of the machine.
    for (const [index, result] of level.results) {
      const { plan, parent } = candidates[index] ?? { plan: [], parent: NO_TRACE };
      const way = digest(result.trace);
      const one = exploredPlan(plan, result, ways.has(way));
      ways.add(way);
      tried.push(one);
      if (one.outcome === 'broke') failures.push(failureOf(one.plan, result));
      // The plan that went the same way is extended instead.
      if (one.outcome === 'covered' && !all) continue;
      const rule = ruleFor(plan, one);
      if (rule === undefined) next.push(...extend(plan, result.trace, parent));
      leaveOut(plan, result.trace, parent, rule);
    }
    const hasFailed = failures.length > 0;
    const left = ready.length - level.results.size - level.alike.length + next.length;
    const cut = options.cutBy();
    if (bail && hasFailed) return end('bail', left);
    if (left > 0 && cut !== undefined) return end(cut, left);
    if (candidates.length < ready.length) return end('maxRuns', left);
    // Failures of larger plans would repeat those of smaller ones.
    if (hasFailed && !all) return end('failures', next.length);
    if (next.length > 0 && tried.length >= maxRuns) return end('maxRuns', next.length);
  }
  return end('no new place');

  /** Counts the pairs that only their names try. */
  function leaveOut(plan: ExplorePlan, trace: Trace, parent: Trace, rule?: Untried): void {
    if (plan.length > 1) return;
    const places = new Set(parent.requests.map(({ place }) => place));
    const old = new Set<string>([...places, ...parent.events, ...parent.moments, ...parent.acts]);
    for (const one of disruptionsFor(trace, NO_TRACE, plan)) {
      const key = keyOf([...plan, one]);
      if (!fits(plan, one) || without.includes(one.kind) || untried.has(key)) continue;
      untried.set(key, rule ?? (old.has(one.place) || one.variant ? 'known-places' : 'same-class'));
    }
  }

  function extend(plan: ExplorePlan, trace: Trace, parent: Trace): Candidate[] {
    return disruptionsFor(trace, parent, plan).flatMap((one) => {
      const extended = [...plan, one];
      const key = keyOf(extended);
      if (without.includes(one.kind) || !fits(plan, one) || known.has(key)) return [];
      known.add(key);
      return [{ plan: extended, parent: trace }];
    });
  }
}

/** The kinds whose failures explain a problem best come first: what a buyer does needs neither a crash nor an outage. */
const EXPLAINING: readonly RegExp[] = [/^buyer: never|the card is refused$/, /^(?!.*(outage|crash|assumption))/, /^/];

/** Returns the failures by their problems. The plan that explains a problem alone is its first. */
function simplestFirst(failures: readonly ExploreFailureCase[]): ExploreFailureCase[] {
  const levelOf = ({ plan }: ExploreFailureCase) => EXPLAINING.findIndex((one) => one.test(plan));
  const kinds = [...new Set(failures.map(kindOf))];
  return kinds.flatMap((kind) =>
    failures.filter((one) => kindOf(one) === kind).sort((one, other) => levelOf(one) - levelOf(other)),
  );
}

/** Returns why a plan is not extended. */
function ruleFor(plan: ExplorePlan, { outcome }: ExploredPlan): Untried | undefined {
  if (outcome === 'broke') return 'after-broken';
  if (outcome === 'did not happen') return 'after-unhappened';
  const isMixUp = plan.some(({ kind, variant, meanwhile }) => kind === 'forged' || (variant && meanwhile));
  return isMixUp ? 'after-another' : undefined;
}

/** Returns the few facts about a run that the search keeps, so that thousands of runs fit into memory. */
export function exploredPlan(
  plan: ExplorePlan,
  { hasHappened, problem, note }: RunResult,
  isKnown = false,
): ExploredPlan {
  const { kind = 'request', place = '', name = '' } = plan.at(-1) ?? {};
  const about = { plan: nameOf(plan), depth: plan.length, kind, place, disruption: name.slice(place.length + 2) };
  const kept = { ...about, ...(note && { note }) };
  if (!hasHappened) return { ...kept, outcome: 'did not happen' };
  if (problem !== undefined) return { ...kept, outcome: 'broke' };
  if (isKnown) return { ...kept, outcome: 'covered' };
  return { ...kept, outcome: note === 'lost sale' ? note : 'held' };
}

export function failureOf(plan: string, { problem, steps, books, output }: RunResult): ExploreFailureCase {
  const { key, parts, text } = problem ?? say('nothing');
  return { plan, problem: text, key, parts, timeline: linesOf(steps, 'en'), steps, output, ...(books && { books }) };
}

const digest = ({ way }: Trace): string => createHash('sha1').update(way.join('\n')).digest('base64');

const isHang = ({ problem }: RunResult): boolean => problem?.key === 'hangs';

export const isFailure = ({ hasHappened, problem }: RunResult): boolean => hasHappened && problem !== undefined;

/** The same disruptions in another order are the same plan. */
export const keyOf = (plan: ExplorePlan): string =>
  nameOf([...plan].sort((one, other) => (one.name < other.name ? -1 : 1)));

/** The disruptions that broke most shops of the gallery, and then those that broke others, most often first. */
export const LIKELY: readonly string[] = [
  ...['reset after commit', 'partial refund', 'chargeback', 'crash after', 'carried out late', 'second click in step'],
  ...['429', 'twice at once', 'forged events', 'events during', '503', 'never acts', 'pays after the expiry'],
  ...['acts after the repair job', 'repair job during', 'pays too much', 'two at once', 'refund', 'crash', 'fails'],
  ...['never', 'accepted-again'],
];

/** Returns the position of a plan among those of its size. */
function rankOf({ plan }: Candidate): number {
  const { name = '', place = '' } = plan.at(-1) ?? {};
  const index = LIKELY.indexOf(name.slice(place.length + 2));
  return index === -1 ? LIKELY.length : index;
}

/** A shop that hangs after a fault hangs after each that leaves the same behind. Returns the class of the last disruption. */
function classOf(plan: ExplorePlan): string {
  const { name, place, fault, crash, isLate, isOutage } = plan.at(-1) ?? {};
  const isDone = fault?.after === 'commit' || fault?.kind === 'truncate';
  const left = fault === undefined ? name : { crash, isLate, isOutage, isDone };
  return JSON.stringify([nameOf(plan.slice(0, -1)), place, left]);
}

/** Runs the plans, a number at the same time. Resolves with their results by index. With `bail`, they end with the first failure. */
async function runLevel(plans: readonly ExplorePlan[], { jobs, bail, run, onRun, cutBy }: Runs) {
  const results = new Map<number, RunResult>();
  const waiting = [...plans.entries()];
  let hasFailed = false;
  /** The classes of plans that hang. */
  const hangs = new Set<string>();
  const isAlike = (plan: ExplorePlan) => hangs.has(classOf(plan));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !hasFailed && cutBy() === undefined; next = waiting.shift()) {
      const [index, plan] = next;
      if (jobs === 1 && isAlike(plan)) continue;
      const result = await run(plan);
      // What was stopped in a run looks like a failure of the shop.
      if (cutBy() === 'signal') return;
      results.set(index, result);
      if (jobs === 1 && isHang(result)) hangs.add(classOf(plan));
      hasFailed ||= bail && isFailure(result);
      if (result.silences === 0 || jobs === 1) onRun(plan, result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, plans.length) }, worker));
  const done = new Map([...results].sort(([one], [other]) => one - other));
  const failed = [...done].find(([, result]) => bail && isFailure(result))?.[0] ?? Number.POSITIVE_INFINITY;
  // A part that only waited for the processor looks like one that waits for the other part.
  let repeated = 0;
  for (const [index, result] of done) {
    const plan = plans[index] ?? [];
    if (index > failed || (jobs > 1 && isAlike(plan))) done.delete(index);
    if (!done.has(index) || result.silences === 0 || jobs === 1 || cutBy() !== undefined) continue;
    repeated++;
    const again = await run(plan);
    if (cutBy() === 'signal') continue;
    done.set(index, again);
    if (isHang(again)) hangs.add(classOf(plan));
    onRun(plan, again);
  }
  const alike = plans.filter((plan, index) => !done.has(index) && isAlike(plan));
  return { results: done, repeated, alike };
}
