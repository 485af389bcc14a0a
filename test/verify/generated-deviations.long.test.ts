import { expect, test } from 'vitest';
import { score } from './deviation-score.ts';
import { envelopeDeviations, fieldDeviations, statusDeviations } from './generated-deviations.ts';
import { recordRun } from './recorded-run.ts';

test('finds deviations of every field, envelope and status on the right entry', { timeout: 900_000 }, async () => {
  const recorded = await recordRun();
  const all = [...fieldDeviations(recorded), ...envelopeDeviations(), ...statusDeviations(recorded)];
  const { found, wrong, missed } = score(recorded, all);
  console.log(`found ${found.length}, wrong ${wrong.length}, missed ${missed.length}`, { wrong, missed });
  expect(found.length / all.length).toBeGreaterThan(0.95);
  expect(wrong.length / all.length).toBeLessThan(0.01);
});
