import { readContract } from '../../core/src/contract/document.js';
import type { Exchange } from '../src/index.js';

/** Returns an exchange with a gateway, which is neither the sandbox nor Prism. */
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

/** Returns the body of a request or response example of the contract. */
export function example(name: string): Record<string, unknown> {
  const { components } = readContract() as {
    components: { examples: Record<string, { value: Record<string, unknown> }> };
  };
  const found = components.examples[name];
  if (!found) throw new Error(`no example ${name}`);
  return structuredClone(found.value);
}
