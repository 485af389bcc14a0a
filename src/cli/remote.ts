/** Shared parts of the commands for a running sandbox. */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../../generated/sandbox-types.js';
import { timeUp, withTimeout } from '../client/retry.js';
import { printable } from '../codes/printable.js';
import { isObject, stringAt } from '../contract/json.js';
import { flag, must, type OptionTable, text, type ValuesOf, webAddress } from '../server/option-table.js';
import { LISTEN_OPTIONS } from '../server/options.js';

export type Schemas = components['schemas'];

export const REMOTE_OPTIONS = {
  url: {
    ...webAddress(),
    default: `http://${LISTEN_OPTIONS.host.default}:${LISTEN_OPTIONS.port.default}`,
    variable: 'PAYMENT_GATEWAY_URL',
    help: 'the address of the sandbox',
  },
  token: {
    ...text('one word, without spaces', /^\S+$/),
    value: '<token>',
    help: 'the token of the account, if each token has one',
  },
  json: { ...flag, help: 'prints JSON' },
} as const satisfies OptionTable;

/** An id on the command line. */
export const ID = {
  type: 'number',
  value: '<id>',
  isRequired: true,
  read(given: string): number {
    const id = Number(given);
    must(/^\d{1,15}$/.test(given) && id > 0, 'a whole number of at least 1');
    return id;
  },
} as const;

/** Milliseconds to wait for a response. An advance of years may take a minute. */
const TIMEOUT = 120_000;

/**
 * Returns a `fetch` that throws one line if no sandbox answers or if the sandbox refuses. The timer also keeps the process alive: on
 * Node 20, fetch never ends if a server closes the connection at once.
 */
export function sandboxFetch({ url }: { readonly url: string }): (request: Request) => Promise<Response> {
  const advice = 'start one with payment-gateway sandbox, or pass its address in --url or PAYMENT_GATEWAY_URL';
  return async (request) => {
    const response = await withTimeout(TIMEOUT, [], (signal) => fetch(request, { signal })).catch((error: unknown) => {
      const code = error === timeUp ? 'time is up' : stringAt(error instanceof Error ? error.cause : undefined, 'code');
      throw new Error(`${url}: no sandbox answers there (${code ?? 'no response'}); ${advice}`);
    });
    const { ok, status } = response;
    const isSandbox = status !== 404 || (await fetch(`${origin(url)}/_sandbox/health`)).ok;
    const isJson = response.headers.get('content-type')?.includes('json');
    if (!isSandbox || !(isJson || status === 204))
      throw new Error(`${url}: is not a sandbox (HTTP ${status}); ${advice}`);
    if (ok) return response;
    const refusal: unknown = await response.json().catch(() => undefined);
    const errors = isObject(refusal) && Array.isArray(refusal.errors) ? refusal.errors.map(String) : [];
    throw new Error(errors.join(' ') || `${url}: returned ${status}`);
  };
}

/** Returns the address of a sandbox without slashes at its end. */
export const origin = (url: string): string => url.replace(/\/+$/, '');

/** Returns a client of the control API, with `sandboxFetch`. */
export function createRemote({ url, token }: ValuesOf<typeof REMOTE_OPTIONS>): Client<paths> {
  return createClient<paths>({
    baseUrl: origin(url),
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    fetch: sandboxFetch({ url }),
  });
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints an object from the sandbox: as JSON, or as a readable line. */
export function show<Value>(
  value: Value | undefined,
  { json }: { json: boolean },
  line: (value: Value) => string,
): void {
  if (value === undefined) throw new Error('response: has no body; is it a sandbox?');
  print(json ? JSON.stringify(value) : line(value));
}

/** Returns `7 2026-11-20T12:00:00.000Z transaction.status_changed 1001 paid`, and a line for each delivery. */
export function eventLines({ id, time, name, object_id, payload, deliveries }: Schemas['Event']): string {
  const states = deliveries.map(({ url, state, attempts }) => {
    const { status, error, duration } = attempts.at(-1) ?? {};
    const tries = attempts.length > 1 ? `, ${attempts.length} tries` : '';
    return `  ${state} ${url}${attempts.length > 0 ? ` (${status ?? error}, ${duration} ms${tries})` : ''}`;
  });
  const status = stringAt(payload, 'status');
  return [[id, time, name, object_id, status].filter((part) => part !== undefined).join(' '), ...states]
    .map((line) => printable(line))
    .join('\n');
}
