import { printable } from 'payment-gateway-contract/internal/codes';
import { junitXml } from 'payment-gateway-contract/internal/util';
import type { ExploreResult } from '../explore/index.js';

/** A result with its duration. */
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
    return {
      ...{ group: 'explore', name },
      failures: failure && [{ message: printable(failure.problem), text: failure.timeline.join('\n') }],
      skipped: failure === undefined && skipped.includes(name) ? 'did not happen' : undefined,
    };
  });
  return junitXml('payment-gateway-sandbox explore', cases, { seconds: milliseconds / 1000 });
}
