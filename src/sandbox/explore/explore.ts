import { isObject } from '../../contract/json.js';
import { suggestion } from '../../contract/nearest.js';
import { type Disruption, type DisruptionKind, KINDS, pairsOf, SEPARATOR, singleDisruptions } from './disruptions.js';
import { ExploreFailure, type ExploreFailureCase, type ExploreResult, NO_DISRUPTION } from './report.js';
import { type RunResult, runOnce } from './run.js';
import type { ExploreShop, OpenWorld } from './shop.js';
import { messageOf } from './timeline.js';

export interface ExploreOptions {
  /** The name of one disruption, to repeat it. */
  readonly only?: string | undefined;
  /** The kinds to leave out. */
  readonly without?: readonly DisruptionKind[] | undefined;
  /** 2 also tries pairs. Default 1. */
  readonly depth?: 1 | 2 | undefined;
  /** The order of the pairs. Default `explore`. */
  readonly seed?: string | undefined;
  /** The most pairs. Default 200. */
  readonly maxRuns?: number | undefined;
  /** The time limit of each run, in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined;
}

/** The most single disruptions, so that a large flow gets an answer. */
const MOST = 2000;

/** Called before each run after the first. */
export type OnProgress = (done: number, all: number) => void;

/** Runs the shop once without a disruption, and once for each. Rejects with an `ExploreFailure` if one breaks the shop. */
export async function exploreShop<Shop>(
  open: OpenWorld,
  shop: ExploreShop<Shop>,
  given: ExploreOptions = {},
  onProgress: OnProgress = () => {},
): Promise<ExploreResult> {
  requireShop(shop);
  const { only, without, depth, seed, maxRuns, timeout } = readExploreOptions(given);
  const started = performance.now();
  const fail = (result: ExploreResult, cause?: unknown) => {
    throw new ExploreFailure(result, performance.now() - started, { cause });
  };
  const first = await runOnce(open, shop, [], { timeout });
  const problem = first.error === undefined ? first.problem : messageOf(first.error);
  const requests = first.requests.length;
  if (problem !== undefined)
    fail({ runs: 1, requests, failures: [caseOf(NO_DISRUPTION, problem, first)] }, first.error);

  const singles = singleDisruptions(first, without);
  if (singles.length > MOST && only === undefined) {
    const what = `${requests} requests and ${first.events.length} events make ${singles.length} disruptions`;
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
    onProgress(index, plans.length);
    const run = await runOnce(open, shop, plan, { timeout, isOneOrder: first.isOneOrder });
    if (run.problem !== undefined) failures.push(caseOf(nameOf(plan), run.problem, run));
  }
  onProgress(plans.length, plans.length);
  const result = { runs: plans.length + 1, requests, failures };
  if (failures.length > 0) fail(result);
  return result;
}

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

const DEFAULTS = { only: undefined, without: [], depth: 1, seed: 'explore', maxRuns: 200, timeout: 30_000 } as const;

/** Returns the options with their defaults. Throws one line that names a wrong one. */
function readExploreOptions(given: ExploreOptions) {
  if (!isObject(given)) throw new TypeError('options: must be an object');
  const names = Object.keys(DEFAULTS);
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw new TypeError(`${name.slice(0, 60)}: is not known here${suggestion(name, names)}`);
  }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const options: Required<ExploreOptions> = { ...DEFAULTS, ...set };
  const { only, without = [], depth = 1, seed = '', maxRuns = 0, timeout = 0 } = options;
  if (only !== undefined && typeof only !== 'string') throw new TypeError('only: must be the name of a disruption');
  const unknown = Array.isArray(without) ? without.find((kind) => !KINDS.includes(kind)) : '';
  if (unknown !== undefined) throw new RangeError(`without: must be a list of ${KINDS.join(', ')}`);
  if (depth !== 1 && depth !== 2) throw new RangeError('depth: must be 1 or 2');
  if (typeof seed !== 'string') throw new TypeError('seed: must be a string');
  if (!Number.isSafeInteger(maxRuns) || maxRuns < 1) throw new RangeError('maxRuns: must be a whole number above 0');
  if (!Number.isSafeInteger(timeout) || timeout < 1)
    throw new RangeError('timeout: must be whole milliseconds above 0');
  return { only, without, depth, seed, maxRuns, timeout };
}
