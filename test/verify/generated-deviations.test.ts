import { beforeAll, describe, expect, test, vi } from 'vitest';
import { score } from './deviation-score.ts';
import { envelopeDeviations, fieldDeviations, harmless, statusDeviations } from './generated-deviations.ts';
import { judge, type Recorded, recordRun } from './recorded-run.ts';

vi.setConfig({ hookTimeout: 120_000, testTimeout: 300_000 });

let recorded: Recorded[];
beforeAll(async () => {
  recorded = await recordRun();
});

describe('a server that deviates', () => {
  test('from an envelope leads to a finding on the right entry', () => {
    expect(score(recorded, envelopeDeviations())).toMatchObject({ wrong: [], missed: [] });
  });

  // generated-deviations.long.test.ts covers all deviations.
  test('from a field or a status code leads to a finding on the right entry', () => {
    const all = [...fieldDeviations(recorded), ...statusDeviations(recorded)];
    const { found, wrong, missed } = score(
      recorded,
      all.filter((_, index) => index % 29 === 0),
    );
    expect(wrong).toEqual([]);
    expect(found.length / (found.length + missed.length)).toBeGreaterThan(0.9);
  });
});

describe('a server that obeys the contract', () => {
  test('leads to no refutations or discoveries', () => {
    const { findings, discoveries } = judge(recorded);
    expect(findings.filter(({ verdict }) => verdict === 'refuted')).toEqual([]);
    expect(discoveries).toEqual([]);
  });

  test.each(harmless().map((one) => [one.name, one] as const))('leads to no refutations with %s', (_, one) => {
    expect(score(recorded, [one])).toEqual({ found: [], wrong: [], missed: [one.name] });
  });
});
