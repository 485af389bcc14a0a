import { matchCopies } from 'payment-gateway-contract/internal/util';
import type { Disruption } from './disruptions.js';

/** A disruption that broke the shop. */
export interface ExploreFailureCase {
  /** The name of the disruption, for `only`. */
  readonly disruption: string;
  readonly problem: string;
  readonly timeline: readonly string[];
}

export interface ExploreResult {
  readonly runs: number;
  /** The requests of the run without disruptions. */
  readonly requests: number;
  readonly failures: readonly ExploreFailureCase[];
}

/** The name of the first run. */
export const NO_DISRUPTION = 'no disruption';

/** The shop breaks. The message is the report. */
export class ExploreFailure extends Error implements ExploreResult {
  static {
    matchCopies(ExploreFailure, 'ExploreFailure');
  }
  override readonly name = 'ExploreFailure';
  readonly runs: number;
  readonly requests: number;
  readonly failures: readonly ExploreFailureCase[];

  constructor(result: ExploreResult, milliseconds: number, options?: ErrorOptions) {
    super(printReport(result, milliseconds), options);
    this.runs = result.runs;
    this.requests = result.requests;
    this.failures = result.failures;
  }
}

/** The most problems with a timeline. */
const SHOWN = 3;

/** Returns how to repeat a disruption. */
export type Repeat = (disruption: string) => string;

const inTest: Repeat = (disruption) => `explore(newAccount, shop, { only: ${JSON.stringify(disruption)} })`;

/** Returns the report: failures with the same problem are one paragraph. */
export function printReport({ runs, failures }: ExploreResult, milliseconds: number, repeat: Repeat = inTest): string {
  const seconds = `${Math.max(1, Math.round(milliseconds / 1000))} s`;
  const tried = Math.max(runs - 1, 0);
  if (failures.length === 0) return `explore: none of ${tried} disruptions broke the shop (${seconds})`;
  const isFirst = failures[0]?.disruption === NO_DISRUPTION;
  const head = isFirst
    ? 'explore: the shop does not hold without a disruption; make this run pass first'
    : `explore: ${failures.length} of ${tried} disruptions broke the shop (${seconds})`;
  const groups = new Map<string, ExploreFailureCase[]>();
  for (const failure of failures) groups.set(failure.problem, [...(groups.get(failure.problem) ?? []), failure]);
  const paragraphs = [...groups.values()].map((group, index) => paragraph(group, index < SHOWN, repeat));
  return [head, ...paragraphs].join('\n\n');
}

function paragraph(group: readonly ExploreFailureCase[], hasTimeline: boolean, repeat: Repeat): string {
  const [first, ...others] = group;
  if (first === undefined) return '';
  const { disruption, problem, timeline } = first;
  if (!hasTimeline) return [problem, ...group.map((one) => `  disruption   ${one.disruption}`)].join('\n');
  const lines = [`  disruption   ${disruption}`, ...timeline.map((line) => `  ${line}`)];
  if (disruption !== NO_DISRUPTION) {
    lines.push(`  repeat it    ${repeat(disruption)}`, `  read         ${guideFor(disruption)}`);
  }
  return [problem, ...lines, ...others.map((one) => `  also         ${one.disruption}`)].join('\n');
}

/** Returns the guide that helps. `payment-gateway-sandbox --docs` serves it. */
function guideFor(disruption: Disruption['name']): string {
  if (disruption.startsWith('event')) return 'the guide "Webhooks", /docs/guides/webhooks/';
  if (disruption.startsWith('assumption')) return 'the guide "Find what breaks your shop", /docs/guides/explore/';
  return 'the guide "Recovery from an unknown outcome", /docs/guides/recovery/';
}
