import { describe, expect, test, vi } from 'vitest';
import { FOUND, found, run } from './deviating-run.ts';
import type { Deviation } from './deviating-server.ts';

// Dozens of flows each, on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** An effect and an event, which only a run sees. run.long.test.ts has all, and deviations.test.ts what recordings show of them. */
const KINDS = ['delete deletes nothing', 'event without model'] as const satisfies Deviation[];

describe('a run against a server', () => {
  test('that obeys the contract refutes nothing, and leaves only what cannot be deleted', async () => {
    const report = await run();
    expect(found(report)).toEqual([]);
    expect(report.leftBehind.filter((path) => !/^\/v1\/(transactions|links)\/|of a transaction/.test(path))).toEqual(
      [],
    );
    expect(report.mode).toBe('run');
  });

  test.each(KINDS)('that deviates shows it, and nothing else: %s', async (deviation) => {
    expect(found(await run(deviation))).toEqual([...FOUND[deviation]].sort());
  });
});
