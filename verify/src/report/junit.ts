import { escapeMarkup } from 'payment-gateway-contract/internal/util';
import { type Report, withoutControls } from './report.js';

/** Renders the report as JUnit XML. Each entry is a test case; refuted entries fail and untouched entries are skipped. */
export function renderJunit(given: Report): string {
  const report = withoutControls(given);
  const cases = [
    ...report.deviations.map(({ evidence, reason, place }) =>
      testCase('document', `${evidence} at ${place}`, failure(reason, place)),
    ),
    ...report.entries.map(({ key, level, verdict, reason, findings }) => {
      if (verdict === 'refuted') {
        const refuted = findings.filter((finding) => finding.verdict === 'refuted');
        return testCase(level, key, refuted.map((finding) => failure(finding.reason, finding.place)).join(''));
      }
      return testCase(
        level,
        key,
        verdict === 'not settled'
          ? `<skipped message="${escapeMarkup(reason)}"/>`
          : `<system-out>${escapeMarkup(`${verdict}: ${reason}`)}</system-out>`,
      );
    }),
  ];
  const { summary } = report;
  const failures = summary.refuted + summary.deviations;
  const sums = `tests="${cases.length}" failures="${failures}" skipped="${summary['not settled']}" errors="0"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${sums}>
  <testsuite name="payment-gateway-verify" timestamp="${report.created}" ${sums}>
${cases.map((line) => `    ${line}`).join('\n')}
  </testsuite>
</testsuites>
`;
}

function testCase(group: string, name: string, content: string): string {
  return `<testcase classname="${escapeMarkup(group)}" name="${escapeMarkup(name)}">${content}</testcase>`;
}

function failure(reason: string, place: string): string {
  return `<failure message="${escapeMarkup(reason)}">${escapeMarkup(place)}</failure>`;
}
