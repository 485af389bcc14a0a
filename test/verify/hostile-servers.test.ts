import { expect, test } from 'vitest';
import { runAgainstHostileServers } from './hostile-servers.ts';

// hostile-servers.long.test.ts tries 200. These cut one response, change a status, change amounts, and change every status from one request on.
test('a hostile server leaves no charge that exit code 3 does not report', { timeout: 300_000 }, async () => {
  const results = await runAgainstHostileServers([5, 11, 40, 47]);
  expect(results.filter(({ unreported, left }) => unreported.length + left.length > 0)).toEqual([]);
  expect(Math.max(...results.map(({ payments }) => payments))).toBeGreaterThan(0);
});
