/** Explores the careful shops of the gallery at default options. */
import { afterAll, expect, test } from 'vitest';
import { setUpSandbox } from '../../src/testing/index.js';
import { carefulShops } from './shops/table.js';

const newAccount = setUpSandbox(afterAll);

test.each(carefulShops)(
  'finds nothing wrong with a careful shop that $what',
  { timeout: 1_200_000 },
  async ({ run }) => {
    const result = await run(newAccount);
    expect([result.failures, result.end]).toEqual([[], 'no new place']);
  },
);
