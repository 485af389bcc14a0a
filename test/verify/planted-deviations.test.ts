import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifyServer } from '../../src/verify/index.js';
import { freePort } from '../free-port.ts';
import { startDeviatingServer } from './deviating-server.ts';
import { PLANTED } from './planted-deviations.ts';
import { wholeRun } from './whole-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'verify-planted-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(PLANTED)('a run against a server with $name refutes $refutes', async (planted) => {
  const { name, refutes, entry = refutes ?? '', server: options } = planted;
  await using server = await startDeviatingServer(undefined, options);
  const port = await freePort();
  const receiver = { url: `http://127.0.0.1:${port}/`, port };
  const createdFile = join(folder, `${name}.jsonl`);
  const { entries, deviations } = await verifyServer({
    ...{ baseUrl: server.url, ...wholeRun, entry, receiver, createdFile, eventsMs: 600 },
  });
  const verdicts = Object.fromEntries(entries.map(({ key, verdict }) => [key, verdict]));
  for (const { evidence } of deviations) verdicts[evidence] = 'refuted';
  if (refutes === undefined) expect(Object.values(verdicts)).not.toContain('refuted');
  else expect(verdicts).toMatchObject({ [refutes]: 'refuted' });
});
