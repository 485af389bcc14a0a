/** The share of repeated checks that `npm test` runs. `npm run test:all` sets PROPERTY_RUNS and runs each file that imports this
 * one again, in full.
 */
const all = process.env.PROPERTY_RUNS === 'all';

/** The runs of a property: a quarter of the full number, at least 15. `npm run test:all` gives it all. */
export function runs(deserved: number): number {
  return all ? deserved : Math.max(15, Math.ceil(deserved / 4));
}

/** Whether somebody named a file or a test: `vitest run FILE`, `-t 'a row'`. Then its tables have all rows. See vitest.config.ts. */
const isNamed = process.env.TABLE_ROWS === 'all';

/**
 * Returns the quick rows of a table that asks the same of each: one of every four, always the same ones. `npm run test:all`, and a run that names a
 * file or a test, gets all rows. The name of a test that fails must name its row.
 */
export function some<Row>(rows: readonly Row[]): readonly Row[] {
  // Another place in each block of four: rows often come in groups, and one place would be the same of each group.
  return all || isNamed ? rows : rows.filter((_, index) => index % 4 === Math.floor(index / 4) % 4);
}
