import { expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { runAgainstHostileServers } from './hostile-servers.ts';

/** Each way in each place, four times with other fields and values. */
const ALL = 96;
// The few cut one response, change a status, change amounts, and change every status from one request on.
const counts = runs(ALL) === ALL ? Array.from({ length: ALL }, (_, count) => count) : [5, 10, 12, 18];

test('a hostile server leaves no charge that exit code 3 does not report', {
  timeout: counts.length * 75_000,
}, async () => {
  const results = await runAgainstHostileServers(counts);
  expect(results.filter(({ unreported, left }) => unreported.length + left.length > 0)).toEqual([]);
  expect(Math.max(...results.map(({ payments }) => payments))).toBeGreaterThan(0);
});
