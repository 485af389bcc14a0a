import type { Exchange } from '../../src/verify/index.js';

/** Returns an exchange with a gateway, which is not the package's mock or sandbox. */
export function exchange(method: string, path: string, status: number, returned?: unknown, sent?: unknown): Exchange {
  const json = { 'content-type': 'application/json' };
  return {
    time: '2026-11-20T13:05:41.482Z',
    request: {
      method,
      url: `https://api.gateway.example/live${path}`,
      headers: { authorization: 'Bearer secret-of-the-merchant', ...json },
      ...(sent === undefined ? {} : { body: sent }),
    },
    response: { status, headers: json, ...(returned === undefined ? {} : { body: returned }) },
  };
}
