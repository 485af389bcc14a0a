import { expect, test } from 'vitest';
import { FOUND, found, run } from './deviating-run.ts';
import { DEVIATIONS } from './deviating-server.ts';

test.each(DEVIATIONS)(
  'a run against a deviating server shows only its deviation: %s',
  async (deviation) => {
    expect(found(await run(deviation))).toEqual([...FOUND[deviation]].sort());
  },
  180_000,
);
