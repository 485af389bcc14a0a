/** What `explore` found, and its report. */
import { groupBy } from 'payment-gateway-core/util';
import { kindOf, print, type Sentence, type SentenceLanguage, say } from '../sentences/index.js';
import type { DisruptionKind } from './disruptions.js';
import { linesOf, type Step } from './timeline.js';
import type { Books, Note } from './verdict.js';

/** The outcome of a plan. `covered`: it went the same way as another one. */
type Outcome = 'held' | 'lost sale' | 'broke' | 'did not happen' | 'covered';

export type Cut = 'maxMinutes' | 'signal';

/** Why the search ended. */
export type End = 'no new place' | 'failures' | 'bail' | 'maxRuns' | Cut;

/** The rules that leave plans out. */
export const UNTRIED = [
  'known-places',
  'same-class',
  'after-another',
  'after-unhappened',
  'after-broken',
  'hangs-alike',
] as const;
export type Untried = (typeof UNTRIED)[number];

/** A plan that broke the shop. */
export interface ExploreFailureCase {
  /** The name of the plan, for `only`. */
  readonly plan: string;
  /** The problem in English. Its key and parts say the same as data. */
  readonly problem: string;
  readonly key: Sentence['key'];
  readonly parts: Sentence['parts'];
  /** The printed steps, in English. */
  readonly timeline: readonly string[];
  /** The steps of the timeline, for a diagram. */
  readonly steps: readonly Step[];
  /** Both books at the end. Undefined if the run ended before. */
  readonly books?: Books;
  /** The last lines that the programs of the shop printed in this run. Empty for a shop in a test. */
  readonly output: readonly string[];
}

/** The outcome of a plan, and the place of its last disruption. */
export interface ExploredPlan {
  readonly plan: string;
  /** The number of its disruptions. */
  readonly depth: number;
  readonly kind: DisruptionKind;
  readonly place: string;
  readonly disruption: string;
  readonly outcome: Outcome;
  readonly note?: Note;
}

/** A plan of a saved file, tried again. `GONE`: no run has its place any more. */
export interface ReplayedPlan {
  readonly plan: string;
  readonly outcome: 'FIXED' | 'STILL FAILS' | 'GONE';
}

export interface ExploreResult {
  /** How often the shop ran, also without a disruption. */
  readonly runs: number;
  /** The requests of the run without disruptions. */
  readonly requests: number;
  /** What the run without disruptions did, in one line. */
  readonly did: string;
  readonly failures: readonly ExploreFailureCase[];
  readonly tried: readonly ExploredPlan[];
  /** How many plans were known, but not tried. */
  readonly left: number;
  /** How many pairs of disruptions, and plans that hang like another, were not tried although `only` accepts them, by the rule that leaves them out. */
  readonly untried: Readonly<Partial<Record<Untried, number>>>;
  /** The kinds of disruptions that `without` left out. */
  readonly leftOut: readonly DisruptionKind[];
  /** Why the search ended. `named`: only named plans were tried. */
  readonly end: End | 'named';
  /** Whether no known plan is left. Without failures, only a complete search is an all-clear. */
  readonly complete: boolean;
  /** Why the runs were not parallel. */
  readonly alone: string | undefined;
  /** What a crash did not end, as a sentence. Absent without a crash. */
  readonly survived: string | undefined;
  /** How many plans were tried once more, alone. */
  readonly repeated: number;
  /** The plans of the replayed file. */
  readonly replayed?: readonly ReplayedPlan[];
  /** The summary of the tried and the omitted plans. */
  readonly bound: readonly Sentence[];
}

/** The name of the run without disruptions. */
export const NO_DISRUPTION = 'no disruption';

/** The shop breaks. The message is the report. */
export class ExploreFailure extends Error {
  override readonly name = 'ExploreFailure';
  readonly result: ExploreResult;
  readonly failures: readonly ExploreFailureCase[];

  constructor(result: ExploreResult, milliseconds: number, language: SentenceLanguage, options?: ErrorOptions) {
    super(printReport(result, milliseconds, inTest, language), options);
    this.result = result;
    this.failures = result.failures;
  }
}

/** The most lines of the report, unless `fitted` breaks them. The run without disruptions has its whole timeline. */
const LINES = 30;
/** The most problems with a timeline, and the most that are one line. */
const TIMELINES = 3;
const OTHERS = 3;
/** The fewest and the most steps of a timeline. */
const STEPS = { least: 2, most: 10 } as const;
/** The most other plans with the same problem. */
const ALSO = 12;
/** The width of a label, such as `disruption`. */
const LABEL = 13;
const NAMES = 3;

const inTest = (plan: string): string => `explore(newAccount, shop, { only: ${JSON.stringify(plan)} })`;

/** Returns the report: one paragraph per problem, and the tried plans. `repeat` returns how to repeat a plan. */
export function printReport(
  result: ExploreResult,
  milliseconds: number,
  repeat = inTest,
  language: SentenceLanguage = 'en',
): string {
  const { failures, tried, replayed = [], bound } = result;
  const [first] = failures;
  const headed = (head: Sentence) => `explore: ${print(head, language)}`;
  if (first?.plan === NO_DISRUPTION) {
    const steps = indented(linesOf(first.steps, language));
    const printed = outputOf(first, language);
    return [headed(say('fails-first')), [print(first, language), ...steps].join('\n'), ...printed].join('\n\n');
  }
  const seconds = `${Math.max(1, Math.round(milliseconds / 1000))} s`;
  const head = `${headed(headOf(failures.length, tried.length))} (${seconds})`;
  const again = replayed.map(({ plan, outcome }) => `${outcome.padEnd('STILL FAILS'.length)}  ${plan}`);
  return [
    head,
    ...(again.length > 0 ? [again.join('\n')] : []),
    ...paragraphsOf(failures, repeat, language),
    bound.map((one) => print(one, language)).join(failures.length === 0 ? '\n' : ' '),
  ].join('\n\n');
}

export const headOf = (broken: number, count: number): Sentence =>
  broken === 0 ? say('none-broke', { count }) : say('plans-broke', { broken, count });

/** Failures that differ only in their ids are one paragraph. The last paragraph has those without a timeline. */
function paragraphsOf(
  failures: readonly ExploreFailureCase[],
  repeat: typeof inTest,
  language: SentenceLanguage,
): string[] {
  const groups = [...groupBy(failures, kindOf).values()];
  const labeled = (key: 'disruption' | 'also' | 'repeat', text: string) =>
    `  ${print(say(key), language).padEnd(LABEL)}${text}`;
  const [long, short] = [groups.slice(0, TIMELINES), groups.slice(TIMELINES)];
  const others = short.slice(0, OTHERS).flatMap(([one]) => (one ? [`${print(one, language)}: ${one.plan}`] : []));
  if (short.length > OTHERS) others.push(print(say('other-problems', { count: short.length - OTHERS }), language));
  const framed = long.flatMap(([first, ...same]) => {
    if (first === undefined) return [];
    const { plan, steps } = first;
    const printed = outputOf(first, language);
    const also = same.length > 0 ? [labeled('also', alsoOf(same, language))] : [];
    const end = [...also, labeled('repeat', repeat(plan))];
    return [
      { start: [print(first, language), labeled('disruption', plan)], steps: linesOf(steps, language), end, printed },
    ];
  });
  // An empty line comes before each paragraph.
  const frames = framed.reduce((sum, { start, end }) => sum + 1 + start.length + end.length, 0);
  let room = LINES - 3 - frames - (others.length > 0 ? others.length + 1 : 0);
  const paragraphs = framed.map(({ start, steps, end, printed }, index) => {
    const most = Math.min(STEPS.most, room - (framed.length - 1 - index) * STEPS.least);
    const shown = steps.length > most ? [...steps.slice(0, most - 1), '…'] : steps;
    room -= shown.length;
    return [...start, ...indented(shown), ...printed, ...end];
  });
  return [...paragraphs, ...(others.length > 0 ? [others] : [])].map((lines) => lines.join('\n'));
}

const outputOf = ({ output }: ExploreFailureCase, language: SentenceLanguage): string[] =>
  output.length === 0 ? [] : [[print(say('printed'), language), ...output].join('\n')];

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function alsoOf(others: readonly ExploreFailureCase[], language: SentenceLanguage): string {
  const places = groupBy(others.slice(0, ALSO), ({ plan }) => plan.slice(0, plan.lastIndexOf(': ')));
  const shown = [...places].map(([place, cases]) => {
    return `${place}: ${cases.map(({ plan }) => plan.slice(place.length + 2)).join(', ')}`;
  });
  const rest = others.length > ALSO ? [print(say('more', { count: others.length - ALSO }), language)] : [];
  return [...shown, ...rest].join('; ');
}

const NOUNS = {
  request: 'request',
  crash: 'crash',
  event: 'deliveries',
  'second-click': 'second-clicks',
  forged: 'forged-events',
  buyer: 'buyer-plans',
  later: 'later-plans',
  assumption: 'variants',
} as const satisfies Readonly<Record<DisruptionKind, Sentence['key']>>;

/** What the summary says of a search, and the sentences that it adds. */
type Summarized = Pick<ExploreResult, 'tried' | 'left' | 'leftOut' | 'end' | 'repeated' | 'untried'>;
type Added = Readonly<Record<'did', Sentence>> &
  Readonly<Record<'alone' | 'survived' | 'noEffect', Sentence | undefined>>;

/** Returns the summary of the tried and the omitted plans. */
export function boundOf(result: Summarized, { did, alone, survived, noEffect }: Added): Sentence[] {
  const { tried, left, leftOut, end, repeated, untried } = result;
  const pairs = UNTRIED.flatMap((rule) => {
    const count = untried[rule];
    return count === undefined ? [] : [say(rule, { count })];
  });
  const unhappened = tried.filter(({ outcome }) => outcome === 'did not happen');
  const happened = tried.filter(({ outcome }) => outcome !== 'did not happen');
  const single = happened.filter(({ depth }) => depth === 1);
  const kinds = [...groupBy(single, ({ kind }) => kind)].map(([kind, { length: count }]) =>
    say(NOUNS[kind], { count }),
  );
  if (happened.length > single.length) kinds.push(say('several', { count: happened.length - single.length }));
  const about = (
    key: 'are-covered' | 'lost-sales' | 'refunds-not-made' | 'only-repair-job' | 'repeated',
    count: number,
  ) => count > 0 && say(key, { plans: say('plans', { count }) });
  const noted = (key: Parameters<typeof about>[0], text: Note) =>
    about(key, happened.filter(({ note }) => note === text).length);
  const plans = say('plans', { count: left });
  const ends: Partial<Record<typeof end, Sentence[]>> = {
    'no new place': [say('no new place'), say('never-tried')],
    failures: [say('failures', { plans: say('larger-plans', { count: left }) })],
    bail: [say('bail', { plans })],
    named: [say('named')],
  };
  const disruptions = say('disruptions', { count: unhappened.length });
  const sentences = [
    say('without-disruption', { did }),
    tried.length > 0 && say('tried', { plans: kinds }),
    ...(ends[end] ?? []),
    pairs.length > 0 && say('untried', { pairs }),
    leftOut.length > 0 && say('left-out', { kinds: leftOut.join(', ') }),
    unhappened.length > 0 && say('unhappened', { disruptions, names: listed(unhappened.map(({ plan }) => plan)) }),
    about('are-covered', happened.filter(({ outcome }) => outcome === 'covered').length),
    noted('lost-sales', 'lost sale'),
    noted('refunds-not-made', 'refund not made'),
    noted('only-repair-job', 'only a repair job can notice this'),
    about('repeated', repeated),
    ...[survived, alone, noEffect],
    // Comes last, so that nobody takes the report for an all-clear.
    ends[end] === undefined && say('cut', { done: tried.length, known: tried.length + left, by: end, plans }),
  ];
  return sentences.filter((one) => one !== undefined && one !== false);
}

const listed = (names: readonly string[]): string =>
  [...names.slice(0, NAMES), ...(names.length > NAMES ? ['…'] : [])].join('; ');
