import { type JunitCase, junitXml } from 'payment-gateway-core/util';
import {
  byVerdict,
  headline,
  namedVariants,
  type Report,
  type ReportFinding,
  refutations,
  withoutControls,
} from './report.js';

/** Renders the report as Markdown: refutations with their exchanges, discoveries to paste, and every entry. */
export function renderMarkdown(given: Report): string {
  const report = withoutControls(given);
  const refuted = refutations(report);
  const parts = [
    `# Verification of ${report.created.slice(0, 10)}\n\n${headline(report)}.\n\n${report.package}, contract ${report.contract}, ${
      report.mode === 'run' ? 'by a run' : 'of recorded exchanges'
    }.`,
    ...(report.circular.length > 0 ? [`**No evidence:** ${report.circular.join('; ')}.`] : []),
    ...(refuted.length > 0 ? [`## Refuted\n\n${refuted.map(findingSection).join('\n\n')}`] : ['Nothing was refuted.']),
    ...namedVariants(report).map((line) => `\`${line.replace(' with', '` with')}`),
    ...(report.discoveries.length > 0 ? [discoveries(report)] : []),
    `## Every entry\n\n| Verdict | Entry | Confirmed | Reason |\n|---|---|---|---|\n${byVerdict(report)
      .map(
        ({ key, verdict, confirmed, of, reason }) =>
          `| ${verdict} | ${key} | ${confirmed} of ${of} | ${cell(reason)} |`,
      )
      .join('\n')}`,
    ...(report.leftBehind.length > 0
      ? [`## Left behind\n\n${report.leftBehind.map((left) => `- ${cell(left)}`).join('\n')}`]
      : []),
    ...(report.notes.length > 0 ? [`## Notes\n\n${report.notes.map((note) => `- ${cell(note)}`).join('\n')}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function findingSection({ evidence, reason, place, count, exchange, variant }: ReportFinding): string {
  const times = count === 1 ? 'once' : `${count} times`;
  const named = variant === undefined ? '' : ` The sandbox does this with \`--assume ${variant}\`.`;
  const head = `### ${cell(evidence)}\n\n${cell(reason)} Seen ${times}, at \`${place}\`.${named}`;
  return exchange ? `${head}\n\n${fenced(JSON.stringify(exchange, null, 2), 'json')}` : head;
}

function discoveries({ discoveries, discoveryEvidence }: Report): string {
  const found = discoveries.map(
    ({ reason, place, yaml, count }) =>
      `${cell(reason)} Seen ${count} times. At \`${place}\`:\n\n${fenced(yaml, 'yaml')}`,
  );
  return `## Discoveries\n\nNot in the contract. Complete their evidence by hand:\n\n${fenced(discoveryEvidence.trim(), 'yaml')}\n\n${found.join('\n\n')}`;
}

/** Returns a code block whose fence is longer than any fence in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function cell(text: string): string {
  return text.replaceAll(/[|<>`*_[\]\\]/g, '\\$&');
}

/** Renders the report as JUnit XML. Each entry is a test case; refuted entries fail and untouched entries are skipped. */
export function renderJunit(given: Report): string {
  const { deviations, entries, created } = withoutControls(given);
  const cases: JunitCase[] = [
    ...deviations.map(({ evidence, reason, place }) => ({
      ...{ group: 'document', name: `${evidence} at ${place}` },
      failures: [{ message: reason, text: place }],
    })),
    ...entries.map(({ key, level, verdict, reason, findings }) => {
      const one = { group: level, name: key };
      if (verdict === 'not settled') return { ...one, skipped: reason };
      if (verdict !== 'refuted') return { ...one, output: `${verdict}: ${reason}` };
      const refuted = findings.filter((finding) => finding.verdict === 'refuted');
      return { ...one, failures: refuted.map(({ reason: message, place: text }) => ({ message, text })) };
    }),
  ];
  return junitXml('payment-gateway-verify', cases, { created });
}
