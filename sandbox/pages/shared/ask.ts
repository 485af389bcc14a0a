import type { components } from '../../generated/sandbox-types.js';
import { say } from './locale.js';

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
  if (response === undefined) throw new Error(say('O sandbox não responde.', 'The sandbox does not respond.'));
  const answer: unknown = await response.json().catch(() => undefined);
  // The control API's contract defines the response.
  if (response.ok) return answer as Body;
  const { status } = response;
  // Only a path names an object: a GET of the pages finds it or not.
  if (status === 404 && method === 'GET') throw new Error(say('Este item não existe.', 'This item does not exist.'));
  const errors = (answer as { errors?: unknown } | undefined)?.errors;
  const unexplained = say(`O sandbox retornou ${status}.`, `The sandbox returned ${status}.`);
  throw new Error(Array.isArray(errors) ? errors.join(' ') : unexplained);
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns whether the pages may link to an address. `javascript:` is one that they may not. */
export const isWebPage = (address: string): boolean => /^https?:\/\//i.test(address);
