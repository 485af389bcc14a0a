import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createJournal } from '../../../src/server/journal/journal.js';
import { createRecorder } from '../../../src/server/journal/recorder.js';
import { readJsonBody } from '../../../src/server/wire/json-body.js';

test.each([
  ['bodies of brackets', '', (i: number) => `[${'[],'.repeat(5_400)}${i}]`],
  // V8 stores these strings with two bytes per character.
  ['bodies with one character beyond Latin-1', '', (i: number) => `["\u2603${'x'.repeat(16_000)}",${i}]`],
  ['queries of many names', 'a&'.repeat(7_500), (i: number) => `[${i}]`],
])('2,000 requests use at most 16 MiB: %s', async (_, query, text) => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const used = async () => {
    // V8 frees buffers shortly after the garbage collection.
    for (let times = 0; times < 5; times++) {
      collectGarbage();
      await sleep(20);
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const journal = createJournal();
  const before = await used();
  const record = createRecorder(journal);
  const response = { status: 200, headers: {} };
  for (let i = 0; i < 2_000; i++) {
    // One piece, like the data of a socket.
    const target = Buffer.from(`/v1/nothing?${query}${i}`).toString();
    const body = readJsonBody(Buffer.from(text(i)), 'application/json', undefined);
    record(
      {
        started: 0,
        method: 'POST',
        target,
        found: { status: 404, problem: 'path: is unknown' },
        path: '',
        query: {},
        headers: {},
        body,
      },
      { response, evidence: undefined },
    );
  }
  const taken = (await used()) - before;
  expect(taken).toBeGreaterThan(5 * 2 ** 20);
  expect(taken).toBeLessThan(20 * 2 ** 20);
  expect(JSON.stringify(journal.entries.at(-1)?.read().body)).toContain('1999');
});
