import type { components } from '../../generated/sandbox-types.js';

/** The data of the control API, from its contract. */
export type Schemas = components['schemas'];

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Long enough to advance the clock of a large account. Milliseconds. */
const TIMEOUT = 60_000;

/** Sends a request to the sandbox. The path is relative to the page. Throws an error with the sentences of the sandbox. */
export async function ask<Body>(path: string, { method = 'GET', body, headers = {} }: Asked = {}): Promise<Body> {
  const response = await fetch(path, {
    method,
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (response === undefined) throw new Error('The sandbox does not respond.');
  const answer: unknown = await response.json().catch(() => undefined);
  // The control API's contract defines the response.
  if (response.ok) return answer as Body;
  const errors = (answer as { errors?: unknown } | undefined)?.errors;
  throw new Error(Array.isArray(errors) ? errors.join(' ') : `The sandbox returned ${response.status}.`);
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns whether the pages may link to an address. `javascript:` is one that they may not. */
export const isWebPage = (address: string): boolean => /^https?:\/\//i.test(address);
