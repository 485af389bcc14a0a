import { printable } from 'payment-gateway-contract/internal/codes';
import { xml } from 'payment-gateway-contract/internal/util';
import type { ExploreResult } from '../explore/index.js';

/** A result, with the names of all disruptions that were tried. */
export interface Explored {
  readonly result: ExploreResult;
  readonly tried: readonly string[];
  readonly milliseconds: number;
}

/** Renders the result as JUnit XML. Each disruption is a test case. */
export function explorationJunit({ result: { failures }, tried, milliseconds }: Explored): string {
  const broken = new Map(failures.map((failure) => [failure.disruption, failure]));
  const names = new Set([...tried, ...broken.keys()]);
  const cases = [...names].map((name) => {
    const failure = broken.get(name);
    const content =
      failure && `<failure message="${xml(printable(failure.problem))}">${xml(failure.timeline.join('\n'))}</failure>`;
    return `    <testcase classname="explore" name="${xml(name)}">${content ?? ''}</testcase>`;
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
