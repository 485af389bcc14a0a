import { isObject, parseJson } from 'payment-gateway-core/util';
import type { ExploredPlan, ExploreFailureCase, ExploreResult } from '../explore/index.js';
import { readSentence, type Sentence, say } from '../sentences/index.js';

/** Changes when a field of the JSON changes its meaning. */
export const JSON_VERSION = 3;

/** A plan that broke the shop, with the command to repeat it. */
export interface Finding extends Omit<ExploreFailureCase, 'timeline'> {
  readonly repeat: string;
}

export type TriedPlan = Pick<ExploredPlan, 'depth' | 'place' | 'disruption' | 'outcome'>;

/** What the view shows: a part of the JSON of `explore`. */
export interface Findings extends Pick<ExploreResult, 'replayed'> {
  /** The command line without secrets, and when it ended, in ISO 8601. A file of an earlier version has none. */
  readonly search?: { readonly command: string; readonly ended: string; readonly seconds: number };
  readonly tried: readonly TriedPlan[];
  readonly failures: readonly Finding[];
  /** The summary of the tried and the omitted plans. */
  readonly bound: ExploreResult['bound'];
}

const NO_FINDINGS = 'is not a file that explore --json wrote';

/** Reads the JSON of `explore`. Throws a `RangeError` with one sentence for any other file. A field may still have another type than here. */
export function readFindings(json: string): Findings {
  const file = parseJson(json);
  if (!isObject(file) || !Array.isArray(file.tried) || !Array.isArray(file.failures)) throw new RangeError(NO_FINDINGS);
  if (file.version !== JSON_VERSION) {
    throw new RangeError(
      `has version ${JSON.stringify(file.version)}, and this console reads version ${JSON_VERSION}; write it again with explore --json`,
    );
  }
  return orNoFindings(() => {
    const { failures, bound, ...others } = file as unknown as Findings;
    return { ...others, bound: bound.map(sentenceIn), failures: failures.map(findingIn) };
  });
}

/** Returns the result of a task that reads a file, which fails if a field has another type. */
export function orNoFindings<Result>(task: () => Result): Result {
  try {
    return task();
  } catch {
    throw new RangeError(NO_FINDINGS);
  }
}

/** A text of another version is a message. */
function sentenceIn(value: unknown): Sentence {
  const read = readSentence(value);
  return typeof read === 'string' ? say('exception', { message: read }) : read;
}

function findingIn({ problem, key, parts, steps, ...finding }: Finding): Finding {
  const { text, ...said } = sentenceIn({ key, parts, text: problem });
  const read = steps.map((step) => ({ ...step, what: readSentence(step.what), outcome: readSentence(step.outcome) }));
  return { ...finding, ...said, problem: text, steps: read };
}
