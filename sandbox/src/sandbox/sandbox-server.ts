import { listen } from 'payment-gateway-core/access';
import { readOptions } from 'payment-gateway-core/util';
import {
  SANDBOX_OPTIONS,
  type SandboxOptions,
  type SandboxServerOptions,
  type SandboxValues,
} from '../options/index.js';
import type { AsyncDisposal, RecordedRequest } from '../server/index.js';
import { accountOf, asFetch, EVERYBODY } from '../server/index.js';
import { createControls, type SandboxControls } from './code-controls.js';
import { createParts, type Probe, type SandboxParts } from './parts.js';

/** The sandbox for code, on a socket or in this process. The controls act on the shared account. */
export interface Sandbox extends SandboxControls, AsyncDisposal {
  /** The last 1,000 requests, oldest first, without secrets. */
  readonly requests: readonly RecordedRequest[];
  /** Returns the controls for the account of a bearer token. Throws unless the sandbox was started with `accounts: 'per-token'`. */
  account(token: string): SandboxControls;
  /** Stops accepting requests, finishes running requests and deliveries, and resolves when everything is closed. */
  close(): Promise<void>;
}

/** A sandbox on a socket. */
export interface SandboxServer extends Sandbox {
  /** The address to give to a client, without a trailing slash. */
  readonly url: string;
}

/** The sandbox as a `fetch`. It responds in this process to requests for any address. */
export interface SandboxFetch extends Sandbox {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

/**
 * Starts a sandbox on a separate socket. Resolves when it is ready for requests.
 *
 * Rejects with one line if an option is invalid, the port is not available, or the state file cannot be opened.
 */
export async function startSandbox(options: SandboxServerOptions = {}): Promise<SandboxServer> {
  const values = readOptions(SANDBOX_OPTIONS, options);
  // Page addresses contain the port, which is known only after the server listens. Requests wait for the rest of the start.
  let starting: Promise<SandboxParts>;
  const { url, close: stopListening } = await listen(async (request) => (await starting).handle(request), values);
  starting = createParts(values, url);
  const sandbox = Object.assign(createSandbox(values, starting, stopListening), { url });
  try {
    partsOf.set(sandbox, await starting);
  } catch (error) {
    await stopListening();
    throw error;
  }
  return sandbox;
}

const partsOf = new WeakMap<SandboxServer, SandboxParts>();

/** Returns the inner parts of the account of a token. */
export function probe(sandbox: SandboxServer, token: string): Probe {
  const parts = partsOf.get(sandbox);
  if (parts === undefined) throw new TypeError('sandbox: must come from startSandbox of this package');
  return parts.probe(accountOf(token));
}

/**
 * Creates a sandbox without a socket. Pass it to a client as `fetch`. It loads in the background; calls and controls wait for it, and
 * reject if it cannot load. Calls reject where Node's fetch would.
 *
 * Throws one line that names an invalid option.
 */
export function createSandboxFetch(options: SandboxOptions = {}): SandboxFetch {
  const values = readOptions(SANDBOX_OPTIONS, options);
  const loading = createParts(values);
  const call = asFetch(loading.then(({ handle }) => handle));
  const sandbox = createSandbox(values, loading, async () => {});
  return Object.defineProperties(call, Object.getOwnPropertyDescriptors(sandbox)) as SandboxFetch;
}

/** Returns a sandbox whose calls wait until it is ready. `stop` runs before it closes. */
function createSandbox(
  { accounts }: SandboxValues,
  loading: Promise<SandboxParts>,
  stop: () => Promise<void>,
): Sandbox {
  const perToken = accounts === 'per-token';
  let loaded: SandboxParts | undefined;
  loading.then(
    (parts) => {
      loaded = parts;
    },
    () => {}, // each call rejects
  );
  const controlsOf = (account: string): SandboxControls =>
    createControls(async (id, request = {}) => (await loading).control.callFromCode(id, request, account));
  const close = async (): Promise<void> => {
    await stop();
    await (await loading).close();
  };
  return {
    ...(perToken ? createControls(misplaced) : controlsOf(EVERYBODY)),
    get requests() {
      return loaded?.journal.requests ?? [];
    },
    account(token: string): SandboxControls {
      if (!perToken) throw new Error("account: this sandbox has one account; start it with accounts: 'per-token'");
      if (typeof token !== 'string' || !/^\S+$/.test(token))
        throw new TypeError('token: must be one word, without spaces');
      return controlsOf(accountOf(token));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function misplaced(): Promise<never> {
  return Promise.reject(new Error('account: each token has its own account here; use sandbox.account(token)'));
}
