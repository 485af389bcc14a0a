import type { Judgement } from '../../src/verify/judge.js';
import type { Deviation } from './generated-deviations.ts';
import { judge, type Recorded } from './recorded-run.ts';

export interface Score {
  readonly found: string[];
  /** Deviations that led to findings only on other entries. */
  readonly wrong: string[];
  readonly missed: string[];
}

/** Judges the run once per deviation, and returns which deviations led to a finding on an expected entry. */
export function score(recorded: readonly Recorded[], deviations: readonly Deviation[]): Score {
  const before = keysOf(judge(recorded));
  const score: Score = { found: [], wrong: [], missed: [] };
  for (const { name, expected, change } of deviations) {
    const judgement = judge(recorded.map((one) => ({ ...one, exchange: change(one.exchange) })));
    const added = [...keysOf(judgement)].filter(([key]) => !before.has(key)).map(([, evidence]) => evidence);
    const isFound = added.some((evidence) => expected.includes(evidence));
    (isFound ? score.found : added.length > 0 ? score.wrong : score.missed).push(name);
  }
  return score;
}

/** Maps each refutation to its evidence, and each discovery to its kind. */
function keysOf({ findings, discoveries }: Judgement): Map<string, string> {
  const refuted = findings.filter(({ verdict }) => verdict === 'refuted');
  return new Map([
    ...refuted.map(({ evidence, reason, place }) => [`${evidence} ${reason} ${place}`, evidence] as const),
    ...discoveries.map(({ kind, reason, place }) => [`${kind} ${reason} ${place}`, kind] as const),
  ]);
}
