import { asObject, isObject, numberOf, textOf } from 'payment-gateway-core/util';
import type { Books, ExploredPlan, ExploreFailureCase, ExploreResult, Step } from '../explore/index.js';
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

/** Reads the JSON of `explore`. Throws a `RangeError` with one sentence for any other file. */
export function readFindings(json: string): Findings {
  const value = parsed(json);
  if (!isObject(value) || !Array.isArray(value.tried) || !Array.isArray(value.failures)) {
    throw new RangeError('is not a file that explore --json wrote');
  }
  const { command, ended, seconds } = asObject(value.search);
  if (value.version !== JSON_VERSION) {
    throw new RangeError(
      `has version ${JSON.stringify(value.version)}, and this console reads version ${JSON_VERSION}; write it again with explore --json`,
    );
  }
  return {
    failures: value.failures.map(findingIn),
    tried: value.tried.map(planIn),
    bound: (Array.isArray(value.bound) ? value.bound : []).map(sentenceIn),
    ...(command !== undefined && { search: { command: text(command), ended: text(ended), seconds: amount(seconds) } }),
    ...(Array.isArray(value.replayed) && { replayed: value.replayed.map(replayedIn) }),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

// A file may come from anywhere, so no field is taken as it is.
const text = (value: unknown): string => textOf(value);
const amount = (value: unknown): number => numberOf(value) || 0;
const objects = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
const optional = (value: unknown): string | undefined => textOf(value) || undefined;

/** A text of another version is a message. */
function sentenceIn(value: unknown): Sentence {
  const read = readSentence(value);
  return typeof read === 'string' ? say('exception', { message: read }) : read;
}

function findingIn(value: unknown): Finding {
  const { plan, problem, key, parts, steps, books, repeat, output } = isObject(value) ? value : {};
  const said = sentenceIn({ key, parts, text: problem });
  return {
    plan: text(plan),
    problem: said.text,
    key: said.key,
    parts: said.parts,
    repeat: text(repeat),
    output: Array.isArray(output) ? output.map(text) : [],
    steps: objects(steps).map(stepIn),
    ...(isObject(books) && { books: booksIn(books) }),
  };
}

const SIDES = ['others', 'shop', 'gateway'] as const;
const oneOf = <Name extends string>(names: readonly Name[], value: unknown): Name | undefined =>
  names.find((name) => name === value);

function stepIn({ what, outcome, from, to, lost, wrote }: Readonly<Record<string, unknown>>): Step {
  const [sender, receiver] = [oneOf(SIDES, from), oneOf(SIDES, to)];
  const missing = oneOf(['request', 'response'] as const, lost);
  return {
    what: readSentence(what),
    outcome: readSentence(outcome),
    ...(sender && { from: sender }),
    ...(receiver && { to: receiver }),
    ...(missing && { lost: missing }),
    ...(wrote !== undefined && { wrote: text(wrote) }),
  };
}

function booksIn({ gateway, shop }: Readonly<Record<string, unknown>>): Books {
  return {
    gateway: objects(gateway).map(({ id, order, subscription, captured, refunded, authorized }) => ({
      id: text(id),
      order: optional(order),
      subscription: optional(subscription),
      captured: amount(captured),
      refunded: amount(refunded),
      authorized: amount(authorized),
      isOpen: false,
    })),
    shop: Array.isArray(shop)
      ? objects(shop).map(({ order, paid }) => ({ order: text(order), paid: amount(paid) }))
      : undefined,
  };
}

const OUTCOMES = ['broke', 'lost sale', 'held', 'covered', 'did not happen'] as const;

function planIn(value: unknown): TriedPlan {
  const { depth, place, disruption, outcome } = isObject(value) ? value : {};
  return {
    depth: amount(depth),
    place: text(place),
    disruption: text(disruption),
    outcome: oneOf(OUTCOMES, outcome) ?? 'did not happen',
  };
}

function replayedIn(value: unknown) {
  const { plan, outcome } = isObject(value) ? value : {};
  return { plan: text(plan), outcome: oneOf(['FIXED', 'STILL FAILS', 'GONE'] as const, outcome) ?? 'GONE' };
}
