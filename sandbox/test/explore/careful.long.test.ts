/** Explores the careful shops of the gallery. */
import { afterAll, expect, test } from 'vitest';
import { setUpSandbox } from '../../src/testing/index.js';
import { carefulShops } from './shops/table.js';

/** How many plans of each shop are tried: each disruption alone, and some pairs. `npm run check -- careful --long` goes on until no run has a new place. */
const MOST = Number(process.env.EXPLORE_RUNS ?? 200);
const ends = process.env.EXPLORE_RUNS === undefined ? ['no new place', 'maxRuns'] : ['no new place'];

const newAccount = setUpSandbox(afterAll);

test.each(carefulShops)(
  'finds nothing wrong with a careful shop that $what',
  { timeout: 1_200_000 },
  async ({ run }) => {
    const { failures, end } = await run(newAccount, { maxRuns: MOST });
    expect(failures).toEqual([]);
    expect(ends).toContain(end);
  },
);
