import { type JunitCase, junitXml } from 'payment-gateway-core/util';
import { type Report, withoutControls } from './report.js';

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
