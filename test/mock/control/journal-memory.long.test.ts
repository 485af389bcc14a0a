import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createJournal } from '../../../src/mock/control/journal.js';
import { REQUEST } from './journaled-request.ts';

test('2,000 of the bodies that take most memory take no more than 16 MiB', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const used = async () => {
    // Buffers are given back beside the collector, a moment later.
    for (let times = 0; times < 5; times++) {
      collectGarbage();
      await sleep(20);
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const journal = createJournal();
  const before = await used();
  for (let i = 0; i < 2_000; i++) {
    const body = JSON.parse(`[${'[],'.repeat(5_400)}${i}]`);
    journal.add({ ...REQUEST, body });
  }
  const taken = (await used()) - before;
  expect(taken).toBeGreaterThan(10 * 2 ** 20);
  expect(taken).toBeLessThan(20 * 2 ** 20);
  expect(journal.requests.at(-1)?.body).toHaveLength(5_401);
});
