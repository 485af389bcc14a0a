export interface Load {
  /** Requests per second. */
  rate: number;
  /** The 99th percentile of the response time, in milliseconds. */
  p99: number;
}

export interface Call {
  method: 'POST' | 'GET';
  path: string;
  body: string;
}

/** Sends the same request repeatedly over 16 connections. @throws if a response is not 200 */
export async function load(url: string, call: Call, limit: { duration?: number; amount?: number }): Promise<Load> {
  const name = 'autocannon';
  const { default: autocannon } = await import(name);
  const result = await autocannon({
    url: url + call.path,
    method: call.method,
    body: call.body,
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    connections: 16,
    ...limit,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} responses were not 200`);
  return { rate: result['2xx'] / result.duration, p99: result.latency.p99 };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
