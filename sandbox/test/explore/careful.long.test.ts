/** Explores the careful shops of the gallery until no run has a new place. */
import { afterAll, expect, test } from 'vitest';
import { setUpSandbox } from '../../src/testing/index.js';
import { carefulShops } from './shops/table.js';

/** Some shops have more plans than the default, 1,000. */
const MOST = 5000;

const newAccount = setUpSandbox(afterAll);

test.each(carefulShops)(
  'finds nothing wrong with a careful shop that $what',
  { timeout: 1_200_000 },
  async ({ run }) => {
    const result = await run(newAccount, { maxRuns: MOST });
    expect([result.failures, result.end]).toEqual([[], 'no new place']);
  },
);
