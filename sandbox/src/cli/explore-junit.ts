import { printable } from 'payment-gateway-core/codes';
import { junitXml } from 'payment-gateway-core/util';
import type { ExploreResult } from '../explore/index.js';

/** A result with its duration. */
export interface Explored {
  readonly result: ExploreResult;
  readonly milliseconds: number;
}

/** Renders the result as JUnit XML. Each plan is a test case. A plan that did not happen is skipped. */
export function explorationJunit({ result: { failures, tried }, milliseconds }: Explored): string {
  const others = tried.filter(({ outcome }) => outcome !== 'broke');
  const cases = [...failures, ...others].map((one) => ({
    ...{ group: 'explore', name: one.plan },
    failures: 'problem' in one ? [{ message: printable(one.problem), text: one.timeline.join('\n') }] : undefined,
    skipped: 'outcome' in one && one.outcome === 'did not happen' ? one.outcome : undefined,
  }));
  return junitXml('payment-gateway-sandbox explore', cases, { seconds: milliseconds / 1000 });
}
