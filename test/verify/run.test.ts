import { describe, expect, test } from 'vitest';
import { FOUND, found, run } from './deviating-run.ts';
import type { Deviation } from './deviating-server.ts';

/** Deviations that only a run can find. run.long.test.ts covers all deviations, deviations.test.ts those in recordings. */
const KINDS = ['delete deletes nothing', 'event without model'] as const satisfies Deviation[];

describe('a run against a server', () => {
  test('refutes nothing if the server obeys the contract, and leaves only undeletable resources', async () => {
    const report = await run();
    expect(found(report)).toEqual([]);
    expect(report.leftBehind.filter((path) => !/^\/v1\/(transactions|links)\/|of a transaction/.test(path))).toEqual(
      [],
    );
    expect(report.mode).toBe('run');
  });

  test.each(KINDS)('shows only this deviation: %s', async (deviation) => {
    expect(found(await run(deviation))).toEqual([...FOUND[deviation]].sort());
  });
});
