import { readContract } from '../contract/contract.js';
import { stringAt } from '../contract/json.js';
import { loadAjv } from '../contract/peers.js';
import { createGenerator } from '../mock/response/generated.js';
import { createJournal, type Journal, type MockRequest } from '../server/journal/journal.js';
import type { ReceivedRequest } from '../server/journal/record.js';
import { type Arrival, createPipeline, type Handle } from '../server/pipeline.js';
import { prepare } from '../server/prepared.js';
import { createFailures } from '../server/request/failures.js';
import { accountOf, createAccountFinder, EVERYBODY } from './accounts.js';
import { type Control, createControl } from './control/control.js';
import { createControlPaths } from './control/http.js';
import { createReceivers } from './control/receivers.js';
import { createControls, type SandboxControls } from './controls.js';
import { Engine } from './engine.js';
import type { StartReceiver } from './events/index.js';
import { type SandboxValues, settingsOf } from './options.js';
import { forgetKeys } from './request/idempotency.js';
import { takeFault } from './request/planned-faults.js';
import { createRespond } from './request/respond.js';
import { dueRules } from './rules/index.js';
import { openStore, StoreUnavailable } from './stores/index.js';

/** A sandbox without a socket: its request handler and the parts behind it. */
export interface Core {
  readonly handle: Handle;
  readonly engine: Engine;
  readonly journal: Journal;
  readonly control: Control;
  close(): Promise<void>;
}

/** The sandbox for code, on a socket or in this process. The controls act on the shared account. */
export interface Sandbox extends SandboxControls, AsyncDisposable {
  /** The last 1,000 requests, oldest first, without secrets. */
  readonly requests: readonly MockRequest[];
  /** Returns the controls for the account of a bearer token. Throws unless the sandbox was started with `accounts: 'per-token'`. */
  account(token: string): SandboxControls;
  /** Stops accepting requests, finishes running requests and deliveries, and resolves when everything is closed. */
  close(): Promise<void>;
}

/**
 * Creates the mock's pipeline with responses from a state.
 *
 * @param entrance the docs option, and the host if the server listens
 */
export async function createCore(
  options: SandboxValues,
  { docs = false, host }: { docs?: boolean; host?: string } = {},
): Promise<Core> {
  const { clock, webhook, idempotency, allowRemoteWebhooks, keep, keepAccounts, snapshotBytes, state } = options;
  const perToken = options.accounts === 'per-token';
  const contract = readContract();
  const Ajv = await loadAjv();
  const prepared = prepare(Ajv, contract);
  const receivers: StartReceiver[] = [...new Set(webhook)].map((url) => ({ url }));
  const engine = new Engine({
    store: state === undefined ? undefined : await openStore(state),
    keep,
    keepAccounts,
    settings: settingsOf(options),
    clock,
    dueRules: { ...dueRules, ...forgetKeys },
    receivers,
    allowRemoteWebhooks,
  });
  try {
    await engine.start();
  } catch (error) {
    // Otherwise, an unusable store would retry forever and keep the process alive.
    await engine.close();
    throw error;
  }

  const journal = createJournal(options.journalBytes, () => engine.changes.notifyAll());
  const failures = createFailures(options.failureRate, options.seed);
  const accountOf = createAccountFinder(perToken);
  const restart = () => {
    journal.clear();
    failures.reset();
  };

  async function arrive({ found, headers }: ReceivedRequest, hasFault: boolean): Promise<Arrival> {
    const account = accountOf(headers);
    try {
      const operationId = 'operation' in found && !hasFault ? found.operation.operationId : undefined;
      return await engine.run(account, (work) => ({
        now: work.now,
        fault: operationId === undefined ? undefined : takeFault(work, operationId),
      }));
    } catch (error) {
      // The request itself reports the error.
      if (error instanceof StoreUnavailable) return { now: Date.now(), fault: undefined };
      throw error;
    }
  }

  const control = createControl({
    Ajv,
    engine,
    journal,
    receivers: createReceivers(receivers, allowRemoteWebhooks),
    perToken,
    restart,
    operations: prepared.operations.length,
    version: stringAt(contract.info, 'version') ?? '',
  });
  const ownPaths = createControlPaths({ control, engine, perToken, snapshotBytes });
  const handle = createPipeline({
    options,
    host,
    publicUrl: engine.settings.publicUrl,
    prepared,
    respond: createRespond({
      run: engine.run,
      accountOf,
      idempotencyHeader: idempotency,
      generate: createGenerator(contract, options.seed),
    }),
    arrive,
    ownPaths,
    docs,
    sending: true,
    journal,
    failures,
  });
  return { handle, engine, journal, control, close: () => engine.close() };
}

/** Returns the controls for code. They wait until the sandbox is ready. */
export function createSandboxControls(
  reached: () => Promise<Core>,
  {
    accounts,
    journal,
    close,
  }: { accounts: SandboxValues['accounts']; journal: () => readonly MockRequest[]; close: () => Promise<void> },
): Sandbox {
  const perToken = accounts === 'per-token';
  const controlsOf = (account: string): SandboxControls =>
    createControls((id, request = {}) => reached().then(({ control }) => control.callFromCode(id, request, account)));
  return {
    ...(perToken ? createControls(misplaced) : controlsOf(EVERYBODY)),
    get requests() {
      return journal();
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
