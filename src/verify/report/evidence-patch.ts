import type { Report, ReportEntry } from './report.js';

/** A report that may not become evidence. The message says why. */
export class NoEvidenceError extends Error {
  override readonly name = 'NoEvidenceError';
}

const CONTEXT = 2;

/**
 * The change of the register that a report supports, as a patch for openapi.yaml (`git apply`): what was confirmed or refuted, with the
 * day, and without the address. Levels stay as they are: a person changes them. Throws `NoEvidenceError` for a report of exchanges with the
 * contract's own mock, sandbox or examples, or with a server on this machine: the contract would be evidence of itself.
 */
export function evidencePatch(report: Report, openapiYaml: string): string {
  if (report.circular.length > 0) {
    throw new NoEvidenceError(
      `the report is no evidence, since the contract would be evidence of itself: ${report.circular.join('; ')}`,
    );
  }
  const supported = report.entries.filter(({ verdict }) => verdict === 'confirmed' || verdict === 'refuted');
  if (supported.length === 0)
    throw new NoEvidenceError('the report supports no change: nothing was confirmed and nothing refuted');
  const lines = openapiYaml.split('\n');
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
  return `--- a/openapi.yaml\n+++ b/openapi.yaml\n${hunks.join('\n')}\n`;
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
