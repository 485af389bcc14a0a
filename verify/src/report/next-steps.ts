/** What settles the entries that a report left open. */
import { RUN_OPTIONS } from 'payment-gateway-core/contract';
import type { Report, ReportEntry } from './report.js';

const OTHERS: Readonly<Record<string, string>> = {
  data: 'other data in the account',
  chance: 'another run, because chance decides',
};

const PERSON = "a person, or the gateway's operator";

/** Returns the number of open entries for each way to settle them. `allowed`: the permissions of the run. */
export function nextSteps({ entries, mode }: Report, allowed: readonly string[]): [way: string, count: number][] {
  const ways = [...Object.values(RUN_OPTIONS), ...Object.values(OTHERS), PERSON];
  const found = entries.filter(({ verdict }) => verdict === 'not settled').map((entry) => wayOf(entry, mode, allowed));
  const counts = ways.map((way): [string, number] => [way, found.filter((one) => one === way).length]);
  return counts.filter(([, count]) => count > 0);
}

function wayOf({ settle: { route, by } }: ReportEntry, mode: Report['mode'], allowed: readonly string[]): string {
  if (by === 'person') return PERSON;
  // The run was allowed to, and the server did not show it.
  if (mode === 'run' && (route === 'read' || allowed.includes(route))) return String(OTHERS.data);
  return RUN_OPTIONS[route] ?? OTHERS[route] ?? PERSON;
}
