import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { judgeExchanges, readExchanges } from '../../src/index.js';
import { recordRun } from '../recorded-run.ts';
import { deviations } from './deviations.ts';
import { throughProxy, verdictsOf } from './replay.ts';

const folder = temporaryFolder('proxy-deviations');

test('750 deviations get the same verdicts from a file and from the proxy', { timeout: 1_800_000 }, async () => {
  const run = (await recordRun()).map(({ exchange }) => exchange).filter(({ request }) => request.url.includes('/v1/'));
  const file = join(folder, 'exchanges.jsonl');
  let contradictions = 0;
  for (const [at, exchanges] of deviations(run, 750).entries()) {
    writeFileSync(file, exchanges.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const expected = await judgeExchanges((await readExchanges(file)).exchanges);
    const judged = await throughProxy(exchanges);
    expect(judged.notes, `deviation ${at}`).toEqual([]);
    expect(judged.exchanges, `deviation ${at}`).toEqual(expected.exchanges);
    expect(verdictsOf(judged), `deviation ${at}`).toEqual(verdictsOf(expected));
    if (expected.summary.refuted + expected.summary.deviations + expected.summary.discoveries > 0) contradictions++;
  }
  // Most of the changes are visible, so the comparison is about something.
  expect(contradictions).toBeGreaterThan(375);
});
