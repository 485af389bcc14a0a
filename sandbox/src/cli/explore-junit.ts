import { printable } from 'payment-gateway-contract/internal/codes';
import { escapeMarkup } from 'payment-gateway-contract/internal/util';
import type { ExploreResult } from '../explore/index.js';

/** A result, and how long it took. */
export interface Explored {
  readonly result: ExploreResult;
  readonly milliseconds: number;
}

/** Renders the result as JUnit XML. Each plan is a test case. A plan that did not happen is skipped. */
export function explorationJunit({ result: { failures, tried }, milliseconds }: Explored): string {
  const broken = new Map(failures.map((failure) => [failure.plan, failure]));
  const skipped = tried.filter(({ outcome }) => outcome === 'did not happen').map(({ plan }) => plan);
  const names = new Set([...tried.map(({ plan }) => plan), ...broken.keys()]);
  const cases = [...names].map((name) => {
    const failure = broken.get(name);
    const content =
      failure &&
      `<failure message="${escapeMarkup(printable(failure.problem))}">${escapeMarkup(failure.timeline.join('\n'))}</failure>`;
    const skip = skipped.includes(name) ? '<skipped message="did not happen"/>' : '';
    return `    <testcase classname="explore" name="${escapeMarkup(name)}">${content ?? skip}</testcase>`;
  });
  const sums = `tests="${cases.length}" failures="${failures.length}" errors="0" time="${milliseconds / 1000}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${sums}>
  <testsuite name="payment-gateway-sandbox explore" ${sums}>
${cases.join('\n')}
  </testsuite>
</testsuites>
`;
}
