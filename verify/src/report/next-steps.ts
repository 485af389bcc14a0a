/** What settles the entries that a report left open. */
import type { Report, ReportEntry } from './report.js';

/** The options of a run by the route of an entry, the safest first. */
const OPTIONS: Readonly<Record<string, string>> = {
  read: '--url <url>',
  write: '--allow write',
  charge: '--allow write,charge',
  event: '--allow write,charge --receiver <url>',
  configure: '--allow write,configure',
  money: '--allow write,charge,money --max-amount <centavos>',
  everything: '--allow write,charge,money,configure --max-amount <centavos>',
};

const OTHERS: Readonly<Record<string, string>> = {
  data: 'other data in the account',
  chance: 'another run, because chance decides',
};

const PERSON = "a person, or the gateway's operator";

/** Returns the number of open entries for each way to settle them. `allowed`: the permissions of the run. */
export function nextSteps({ entries, mode }: Report, allowed: readonly string[]): [way: string, count: number][] {
  const ways = [...Object.values(OPTIONS), ...Object.values(OTHERS), PERSON];
  const found = entries.filter(({ verdict }) => verdict === 'not settled').map((entry) => wayOf(entry, mode, allowed));
  const counts = ways.map((way): [string, number] => [way, found.filter((one) => one === way).length]);
  return counts.filter(([, count]) => count > 0);
}

function wayOf({ settle: { route, by } }: ReportEntry, mode: Report['mode'], allowed: readonly string[]): string {
  if (by === 'person') return PERSON;
  // The run was allowed to, and the server did not show it.
  if (mode === 'run' && (route === 'read' || allowed.includes(route))) return String(OTHERS.data);
  return OPTIONS[route] ?? OTHERS[route] ?? PERSON;
}
