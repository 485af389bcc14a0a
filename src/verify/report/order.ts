import { VERDICTS } from '../judge/finding.js';
import type { Report, ReportEntry } from './report.js';

/** Returns the entries sorted by verdict, refuted ones first. Within a verdict, the register's order stays. */
export function byVerdict({ entries }: Report): ReportEntry[] {
  return VERDICTS.flatMap((verdict) => entries.filter((entry) => entry.verdict === verdict));
}

/** Returns a summary such as `3 refuted, 12 confirmed, 40 consistent, 26 not settled`. */
export function headline({ summary, exchanges }: Report): string {
  const verdicts = VERDICTS.map((verdict) => `${summary[verdict]} ${verdict}`).join(', ');
  const beside = `${summary.deviations} deviations from the document, ${summary.discoveries} discoveries`;
  return `${verdicts}; ${beside}; ${exchanges.judged} exchanges`;
}
