/** What `explore` found, and its report. */
import type { DisruptionKind } from './disruptions.js';
import type { Step } from './timeline.js';
import type { Books, Note } from './verdict.js';

/** The outcome of a plan. `covered`: it went the same way as another one. */
export type Outcome = 'held' | 'lost sale' | 'broke' | 'did not happen' | 'covered';

/** Why the search ended. */
export type End = 'no new place' | 'failures' | 'bail' | 'maxRuns';

/** A plan that broke the shop. */
export interface ExploreFailureCase {
  /** The name of the plan, for `only`. */
  readonly plan: string;
  readonly problem: string;
  readonly timeline: readonly string[];
  /** The steps of the timeline, for a diagram. */
  readonly steps: readonly Step[];
  /** Both books at the end. Undefined if the run ended before. */
  readonly books?: Books;
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
  /** The kinds of disruptions that `without` left out. */
  readonly leftOut: readonly DisruptionKind[];
  /** Why the search ended. `named`: only named plans were tried. */
  readonly end: End | 'named';
  /** Why the runs were not parallel. */
  readonly alone: string | undefined;
  /** What a crash did not end, as a sentence. Absent without a crash. */
  readonly survived?: string;
  /** How many plans were tried once more, alone. */
  readonly repeated: number;
  /** The plans of the replayed file. */
  readonly replayed?: readonly ReplayedPlan[];
}

/** The name of the run without disruptions. */
export const NO_DISRUPTION = 'no disruption';

/** The shop breaks. The message is the report. */
export class ExploreFailure extends Error {
  override readonly name = 'ExploreFailure';
  readonly result: ExploreResult;
  readonly failures: readonly ExploreFailureCase[];

  constructor(result: ExploreResult, milliseconds: number, options?: ErrorOptions) {
    super(printReport(result, milliseconds), options);
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
/** The most names in a sentence. */
const NAMES = 3;

/** Returns how to repeat a plan. */
export type Repeat = (plan: string) => string;

const inTest: Repeat = (plan) => `explore(newAccount, shop, { only: ${JSON.stringify(plan)} })`;

/** Returns the report: one paragraph per problem, and the tried plans. */
export function printReport(result: ExploreResult, milliseconds: number, repeat: Repeat = inTest): string {
  const { failures, tried, replayed = [] } = result;
  const [first] = failures;
  if (first?.plan === NO_DISRUPTION) {
    const head = 'explore: the shop does not hold without a disruption; make this run pass first';
    return [head, [first.problem, ...indented(first.timeline)].join('\n')].join('\n\n');
  }
  const seconds = `${Math.max(1, Math.round(milliseconds / 1000))} s`;
  const head = `explore: ${failures.length || 'none'} of ${counted(tried.length, 'plan')} broke the shop (${seconds})`;
  const again = replayed.map(({ plan, outcome }) => `${outcome.padEnd('STILL FAILS'.length)}  ${plan}`);
  return [
    head,
    ...(again.length > 0 ? [again.join('\n')] : []),
    ...paragraphsOf(failures, repeat),
    boundOf(result),
  ].join('\n\n');
}

/** Failures that differ only in their ids are one paragraph. The last paragraph has those without a timeline. */
function paragraphsOf(failures: readonly ExploreFailureCase[], repeat: Repeat): string[] {
  const groups = [...groupBy(failures, ({ problem }) => problem.replace(/\btransaction \d+/g, 'transaction')).values()];
  const [long, short] = [groups.slice(0, TIMELINES), groups.slice(TIMELINES)];
  const others = short.slice(0, OTHERS).map(([one]) => `${one?.problem}: ${one?.plan}`);
  if (short.length > OTHERS) others.push(`${counted(short.length - OTHERS, 'other problem')}`);
  const framed = long.map(([first, ...same]) => {
    const { plan = '', problem = '', timeline = [] } = first ?? {};
    const end = [...alsoOf(same), `  repeat it    ${repeat(plan)}`];
    return { start: [problem, `  disruption   ${plan}`], steps: timeline, end };
  });
  // An empty line comes before each paragraph.
  const frames = framed.reduce((sum, { start, end }) => sum + 1 + start.length + end.length, 0);
  let room = LINES - 3 - frames - (others.length > 0 ? others.length + 1 : 0);
  const paragraphs = framed.map(({ start, steps, end }, index) => {
    const most = Math.min(STEPS.most, room - (framed.length - 1 - index) * STEPS.least);
    const shown = steps.length > most ? [...steps.slice(0, most - 1), '…'] : steps;
    room -= shown.length;
    return [...start, ...indented(shown), ...end];
  });
  return [...paragraphs, ...(others.length > 0 ? [others] : [])].map((lines) => lines.join('\n'));
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** Returns one line with the other plans that have the same problem. */
function alsoOf(others: readonly ExploreFailureCase[]): string[] {
  if (others.length === 0) return [];
  const places = groupBy(others.slice(0, ALSO), ({ plan }) => plan.slice(0, plan.lastIndexOf(': ')));
  const shown = [...places].map(([place, cases]) => {
    return `${place}: ${cases.map(({ plan }) => plan.slice(place.length + 2)).join(', ')}`;
  });
  const rest = others.length > ALSO ? [`${others.length - ALSO} more`] : [];
  return [`  also         ${[...shown, ...rest].join('; ')}`];
}

/** What the disruptions of each kind are, one and many. */
const NOUNS: Readonly<Record<DisruptionKind, string>> = {
  request: 'fault',
  crash: 'crash',
  event: 'delivery',
  'second-click': 'second click',
  forged: 'forged event',
  buyer: 'act of another buyer',
  later: 'act of others',
  assumption: 'variant',
};

/** The limits of a search that ends without a limit on its runs. */
const NEVER_TRIED =
  'Not tried: the same fault of an operation twice, two variants or two acts of others in one run, and faults in code that runs at the same time as the flow.';

/** Returns the summary of the tried and the omitted plans. */
export function boundOf(result: ExploreResult): string {
  const { tried, did, left, leftOut, end, failures, alone, repeated, survived } = result;
  const unhappened = tried.filter(({ outcome }) => outcome === 'did not happen');
  const happened = tried.filter(({ outcome }) => outcome !== 'did not happen');
  const single = happened.filter(({ depth }) => depth === 1);
  const kinds = [...groupBy(single, ({ kind }) => kind)].map(([kind, list]) => counted(list.length, NOUNS[kind]));
  if (happened.length > single.length) kinds.push(`${happened.length - single.length} plans of several`);
  const number = (is: (plan: ExploredPlan) => boolean) => happened.filter(is).length;
  const noted = (text: Note) => number(({ note }) => note === text);
  const ends = {
    'no new place': 'No run had a place that was not tried.',
    failures: `Not tried: ${counted(left, 'larger plan')}, which may show more after the fix.`,
    bail: `Not tried: ${counted(left, 'plan')}, because bail stops at the first failure.`,
    maxRuns: `Not tried: ${counted(left, 'plan')} more than maxRuns allows, and all that would follow from them.`,
    named: 'Not tried: all other plans.',
  };
  const about: readonly (readonly [count: number, start: string, end: string])[] = [
    [number(({ outcome }) => outcome === 'covered'), '', 'went the same way as another.'],
    [noted('lost sale'), 'In ', 'the sale was lost, but no money.'],
    [noted('refund not made'), 'In ', 'a refund was not made.'],
    [noted('only a repair job can notice this'), 'In ', 'only a repair job could notice what happened.'],
    [repeated, '', 'ran once more alone, because a part of the shop was silent or the run took long.'],
  ];
  const names = unhappened.map(({ plan }) => plan);
  const sentences = [
    `Without a disruption: ${did}.`,
    tried.length > 0 && `Tried: ${kinds.join(', ')}.`,
    ends[end],
    end === 'no new place' && NEVER_TRIED,
    leftOut.length > 0 && `Left out: ${leftOut.join(', ')}.`,
    names.length > 0 && `${counted(names.length, 'disruption')} did not happen (${listed(names)}).`,
    ...about.map(([count, start, end]) => count > 0 && `${start}${counted(count, 'plan')} ${end}`),
    ...[survived, alone],
  ].filter(Boolean);
  return sentences.join(failures.length === 0 ? '\n' : ' ');
}

/** `1 crash`, `2 crashes`. */
function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  const [first = '', ...rest] = noun.split(/ (?=of )/);
  const plural = first.endsWith('sh') ? `${first}es` : first.replace(/y$/, 'ie').concat('s');
  return `${count} ${[plural, ...rest].join(' ')}`;
}

const listed = (names: readonly string[]): string =>
  [...names.slice(0, NAMES), ...(names.length > NAMES ? ['…'] : [])].join('; ');

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
