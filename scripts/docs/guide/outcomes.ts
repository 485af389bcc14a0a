import { clearRefusals, leavesOutcomeOpen } from '../../../src/vocabulary.js';
import type { Language } from '../language.ts';
import { markdownTable } from './tables.ts';

/** The meaning of a status for a POST. */
type Outcome = 'done' | 'refused' | 'unknown';

const FIRST = 200;
const LAST = 599;

const outcomeOf = (status: number): Outcome =>
  clearRefusals.includes(status) ? 'refused' : leavesOutcomeOpen(status) ? 'unknown' : 'done';

/** The ranges of statuses with one outcome, from 200 to 599. */
export function outcomeRanges(): { first: number; last: number; outcome: Outcome }[] {
  const ranges: { first: number; last: number; outcome: Outcome }[] = [];
  for (let status = FIRST; status <= LAST; status++) {
    const outcome = outcomeOf(status);
    const range = ranges.at(-1);
    if (range?.outcome === outcome) range.last = status;
    else ranges.push({ first: status, last: status, outcome });
  }
  return ranges;
}

/** What client, `verify` and the samples conclude from the status of a POST, and whether this is so before and after the gateway acted. */
export function outcomeTable({ words }: Language): string {
  const { head, conclusion, before, after } = words.tables.outcomes;
  const ranges = outcomeRanges();
  const rows = [...new Set(ranges.map(({ outcome }) => outcome))].map((outcome) => {
    const own = ranges.filter((range) => range.outcome === outcome);
    const statuses = own.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
    return [statuses, conclusion[outcome], before[outcome], after[outcome]];
  });
  return markdownTable(head, rows);
}
