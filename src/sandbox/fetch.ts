import { asFetch } from '../server/fetch.js';
import { readOptions } from '../server/option-table.js';
import { SANDBOX_OPTIONS, type SandboxOptions } from './options.js';
import { type Core, createCore, createSandboxControls, type Sandbox } from './sandbox.js';

/** The sandbox as a `fetch`. It responds in this process to requests for any address. */
export interface SandboxFetch extends Sandbox {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

/**
 * Creates a sandbox without a socket. Pass it to a client as `fetch`. It loads in the background; calls and controls wait for it, and
 * reject if it cannot load. Calls reject where Node's fetch would.
 *
 * Throws one line that names an invalid option.
 */
export function createSandboxFetch(options: SandboxOptions = {}): SandboxFetch {
  const values = readOptions(SANDBOX_OPTIONS, options);
  let loaded: Core | undefined;
  const loading = createCore(values).then((core) => {
    loaded = core;
    return core;
  });
  loading.catch(() => {}); // each call reports it
  const call = asFetch(loading.then(({ handle }) => handle));
  const close = async (): Promise<void> => (await loading).close();
  const controls = createSandboxControls(() => loading, {
    accounts: values.accounts,
    journal: () => loaded?.journal.requests ?? [],
    close,
  });
  return Object.defineProperties(call, Object.getOwnPropertyDescriptors(controls)) as SandboxFetch;
}
