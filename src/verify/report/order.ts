import { VERDICTS } from '../judge/finding.js';
import type { Report, ReportEntry } from './report.js';

/** What was refuted first, then by how much was learnt; the register's order within. */
export function byVerdict({ entries }: Report): ReportEntry[] {
  return VERDICTS.flatMap((verdict) => entries.filter((entry) => entry.verdict === verdict));
}

/** `3 refuted, 12 confirmed, 40 consistent, 26 not settled` */
export function headline({ summary, exchanges }: Report): string {
  const verdicts = VERDICTS.map((verdict) => `${summary[verdict]} ${verdict}`).join(', ');
  const beside = `${summary.deviations} deviations from the document, ${summary.discoveries} discoveries`;
  return `${verdicts}; ${beside}; ${exchanges.judged} exchanges`;
}
