import type { Report, ReportEntry } from './report.js';

/** Thrown if a report cannot become evidence. The message gives the reason. */
export class NoEvidenceError extends Error {
  override readonly name = 'NoEvidenceError';
}

const CONTEXT = 2;

/**
 * Returns a patch for evidence.yaml (`git apply`) that adds the confirmed and refuted entries to the register, with the date and
 * without the server's address. It leaves levels alone: a person changes them. Throws `NoEvidenceError` if the exchanges were with
 * the sandbox, Prism or the examples of the contract, or with a server on this machine, because that evidence would be circular.
 */
export function evidencePatch(report: Report, evidenceYaml: string): string {
  if (report.circular.length > 0) {
    throw new NoEvidenceError(
      `report: is not evidence, because the contract would confirm itself: ${report.circular.join('; ')}`,
    );
  }
  const supported = report.entries.filter(({ verdict }) => verdict === 'confirmed' || verdict === 'refuted');
  if (supported.length === 0)
    throw new NoEvidenceError('report: supports no change; the run confirmed nothing and refuted nothing');
  const lines = evidenceYaml.split('\n');
  const start = lines.indexOf('x-evidence-register:');
  const hunks: string[] = [];
  let added = 0;
  const insertions = supported
    .flatMap((entry) => insertion(entry, report.created.slice(0, 10), lines, start) ?? [])
    .sort((one, other) => one.before - other.before);
  for (const { before, text } of insertions) {
    const above = lines.slice(before - CONTEXT, before);
    const below = lines.slice(before, before + CONTEXT);
    const from = before - CONTEXT + 1;
    const size = above.length + below.length;
    hunks.push(
      `@@ -${from},${size} +${from + added},${size + text.length} @@`,
      ...above.map((line) => ` ${line}`),
      ...text.map((line) => `+${line}`),
      ...below.map((line) => ` ${line}`),
    );
    added += text.length;
  }
  return `--- a/evidence.yaml\n+++ b/evidence.yaml\n${hunks.join('\n')}\n`;
}

function insertion(
  { key, verdict, reason, touched }: ReportEntry,
  date: string,
  lines: readonly string[],
  start: number,
) {
  const head = lines.indexOf(`  ${key}:`, start);
  if (start < 0 || head < 0) return undefined;
  let end = head + 1;
  while (end < lines.length && lines[end]?.startsWith('    ')) end++;
  const isFirst = !lines.slice(head, end).includes('    seen:');
  const item = `      - { on: '${date}', verdict: ${verdict}, exchanges: ${touched}, reason: ${JSON.stringify(reason)} }`;
  return { before: end, text: isFirst ? ['    seen:', item] : [item] };
}
