/**
 * The load generator. It runs in a separate process, so that its CPU time is counted separately. It receives jobs as
 * messages, sends the same request over all connections, and returns the request rate.
 */
import type { Call } from './turns.ts';

export interface Job extends Call {
  readonly targets: readonly { readonly url: string; readonly token: string }[];
  /** For all targets together. */
  readonly connections: number;
  readonly limit: { readonly duration?: number; readonly amount?: number };
}

export interface Done {
  /** Responses with status 200 per second. */
  readonly rate: number;
  /** The 99th percentile of the response time, in milliseconds. */
  readonly p99: number;
  readonly problem?: string;
}

const { default: autocannon } = await import('./servers/node_modules/autocannon/autocannon.js' as string);

process.on('message', async ({ targets, method, path, body, connections, limit }: Job) => {
  const results = await Promise.all(
    targets.map(({ url, token }) =>
      autocannon({
        url: url + path,
        method,
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        connections: connections / targets.length,
        ...limit,
      }),
    ),
  );
  const failed = results.find(({ non2xx, errors }) => non2xx > 0 || errors > 0);
  const done: Done = {
    rate: results.reduce((sum, result) => sum + result['2xx'] / result.duration, 0),
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
    ...(failed && { problem: `${failed.non2xx} responses were not 200, ${failed.errors} failed` }),
  };
  process.send?.(done);
});
process.send?.({ rate: 0, p99: 0 } satisfies Done);
