import fc from 'fast-check';

/**
 * What all random values of the tests come from. It is the same in each run, so that no test fails by chance. `TEST_SEED=7` draws other values,
 * and `TEST_SEED=random` new ones each time. A test that fails prints its seed.
 */
const given = process.env.TEST_SEED ?? '1';
export const testSeed = given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given);
if (!Number.isSafeInteger(testSeed)) throw new RangeError(`TEST_SEED=${given}: must be an integer or random`);

fc.configureGlobal({ seed: testSeed });
