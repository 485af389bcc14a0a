import { expect, test } from 'vitest';
import { runAgainstHostileServers } from './hostile-servers.ts';

const RUNS = Number(process.env.RUNS ?? 200);

test(`${RUNS} hostile servers leave no charge that exit code 3 does not report`, {
  timeout: RUNS * 60_000,
}, async () => {
  const results = await runAgainstHostileServers(Array.from({ length: RUNS }, (_, count) => count));
  const wrong = results.filter(({ unreported, left }) => unreported.length + left.length > 0);
  console.log({
    runs: results.length,
    payments: results.reduce((sum, { payments }) => sum + payments, 0),
    charged: results.reduce((sum, { charged }) => sum + charged, 0),
    unreported: results.reduce((sum, { unreported }) => sum + unreported.length, 0),
    'left after --clean-up': results.reduce((sum, { left }) => sum + left.length, 0),
    'ended by an error': results
      .filter(({ outcome }) => !outcome.startsWith('['))
      .map(({ name, outcome }) => `${name}: ${outcome}`),
  });
  expect(wrong).toEqual([]);
});
