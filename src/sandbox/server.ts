import { listen } from '../server/listen.js';
import { readOptions } from '../server/option-table.js';
import { SANDBOX_OPTIONS, type SandboxServerOptions } from './options.js';
import { type Core, createCore, createSandboxControls, type Sandbox } from './sandbox.js';

/** A sandbox on a socket. */
export interface SandboxServer extends Sandbox {
  /** The address to give to a client, without a trailing slash. */
  readonly url: string;
}

/**
 * Starts a sandbox on a separate socket. Resolves when it is ready for requests.
 *
 * Rejects with one line if ajv is missing, an option is invalid, the port is not available, or the state file cannot be opened.
 */
export async function startSandbox(options: SandboxServerOptions = {}): Promise<SandboxServer> {
  const values = readOptions(SANDBOX_OPTIONS, options);
  // Page addresses contain the port, which is known only after the server listens. Requests wait for the rest of the start.
  let starting: Promise<Core>;
  const { url, close: stopListening } = await listen(async (request) => (await starting).handle(request), values);
  starting = createCore({ ...values, publicUrl: values.publicUrl ?? url }, values);
  const core = await starting.catch(async (error: unknown) => {
    await stopListening();
    throw error;
  });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= stopListening().then(() => core.close());
    return closed;
  };
  const controls = createSandboxControls(async () => core, { ...values, journal: () => core.journal.requests, close });
  return Object.assign(controls, { url });
}
