/** Exchanges with one deviation each, made from the exchanges of a run. */
import type { Exchange } from '../../src/index.js';
import { pathsOf, withValueAt } from '../judge/hostile-values.ts';

const VALUES: readonly unknown[] = ['another', 7, null, [], {}, '4111111111111111', '2030-01-01', -1];
const STATUSES = [200, 202, 302, 400, 404, 405, 409, 422, 500];

/** Returns a number of deviations. Each is one exchange of the run, changed, between its neighbors. */
export function deviations(run: readonly Exchange[], count: number): Exchange[][] {
  const found: Exchange[][] = [];
  for (let round = 0; found.length < count; round++) {
    for (const [at, exchange] of run.entries()) {
      if (found.length === count) break;
      found.push([...run.slice(Math.max(0, at - 2), at), changed(exchange, round), ...run.slice(at + 1, at + 3)]);
    }
  }
  return found;
}

function changed(exchange: Exchange, round: number): Exchange {
  const { response } = exchange;
  const paths = pathsOf(response.body);
  if (round % 3 === 2 || response.body === undefined)
    return { ...exchange, response: { ...response, status: STATUSES[round % STATUSES.length] ?? 500 } };
  const path = paths[(round * 7 + 1) % paths.length] ?? [];
  return {
    ...exchange,
    response: { ...response, body: withValueAt(response.body, path, VALUES[round % VALUES.length]) },
  };
}
