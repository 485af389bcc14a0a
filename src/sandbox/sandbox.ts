import { readContract } from '../contract/contract.js';
import { stringAt } from '../contract/json.js';
import { createGenerator } from '../mock/response/generated.js';
import type { AsyncDisposal } from '../server/disposal.js';
import { asFetch } from '../server/fetch.js';
import { createJournal, type Journal, type MockRequest } from '../server/journal/journal.js';
import type { ReceivedRequest } from '../server/journal/record.js';
import { listen } from '../server/listen.js';
import { readOptions } from '../server/option-table.js';
import { type Arrival, createPipeline, type Handle } from '../server/pipeline.js';
import { prepare } from '../server/prepared.js';
import { createFailures } from '../server/request/failures.js';
import type { WireResponse } from '../server/wire/response.js';
import { accountByToken, accountOf, EVERYBODY } from './accounts.js';
import { type Control, createControl } from './control/control.js';
import type { AddedReceiver } from './control/handlers.js';
import { createControlPaths } from './control/http.js';
import { createControls, type SandboxControls } from './controls.js';
import { Engine } from './engine.js';
import {
  SANDBOX_OPTIONS,
  type SandboxOptions,
  type SandboxServerOptions,
  type SandboxValues,
  settingsOf,
} from './options.js';
import { forgetKeys } from './request/idempotency.js';
import { takeFault } from './request/planned-faults.js';
import { createRespond } from './request/respond.js';
import { dueRules } from './rules/index.js';
import type { Unit } from './state/index.js';
import { openStore, StoreUnavailable } from './stores/index.js';
import { createTotals } from './variants/totals.js';
import { counting, varyBy } from './variants/wire.js';

/** How long a response waits for the receivers that get its events first. Milliseconds. */
const EVENTS_FIRST = 10_000;

/** Watches the requests of an account: called when one arrives, and the returned function when it was carried out, before its response is sent or lost. */
export type Observer = (request: ReceivedRequest) => ((response: WireResponse) => void | Promise<void>) | undefined;

/** The inner parts of an account, for the test kit. */
export interface Probe {
  readonly engine: Engine;
  readonly account: string;
  observe(observer: Observer): void;
  /** Removes the account with its receivers and its observer. */
  drop(): Promise<void>;
}

/** The parts of a sandbox behind its entrance. */
interface Core {
  readonly handle: Handle;
  readonly journal: Journal;
  readonly control: Control;
  probe(account: string): Probe;
  close(): Promise<void>;
}

/** The sandbox for code, on a socket or in this process. The controls act on the shared account. */
export interface Sandbox extends SandboxControls, AsyncDisposal {
  /** The last 1,000 requests, oldest first, without secrets. */
  readonly requests: readonly MockRequest[];
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
  let starting: Promise<Core>;
  const { url, close: stopListening } = await listen(async (request) => (await starting).handle(request), values);
  starting = createCore({ ...values, publicUrl: values.publicUrl ?? url });
  const core = await starting.catch(async (error: unknown) => {
    await stopListening();
    throw error;
  });
  const close = async (): Promise<void> => {
    await stopListening();
    await core.close();
  };
  const sandbox = Object.assign(
    createControlsOf(
      values,
      async () => core,
      close,
      () => core.journal.requests,
    ),
    { url },
  );
  cores.set(sandbox, core);
  return sandbox;
}

const cores = new WeakMap<SandboxServer, Core>();

/** Returns the inner parts of the account of a token. */
export function probe(sandbox: SandboxServer, token: string): Probe {
  const core = cores.get(sandbox);
  if (core === undefined) throw new TypeError('sandbox: must come from startSandbox of this package');
  return core.probe(accountOf(token));
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
  const call = asFetch(loading.then(({ handle }) => handle));
  const close = async (): Promise<void> => (await loading).close();
  const controls = createControlsOf(
    values,
    () => loading,
    close,
    () => loaded?.journal.requests ?? [],
  );
  return Object.defineProperties(call, Object.getOwnPropertyDescriptors(controls)) as SandboxFetch;
}

/** Creates the mock's pipeline with responses from a state. */
export async function createCore(options: SandboxValues): Promise<Core> {
  const { clock, webhook, idempotency, allowRemoteWebhooks, keep, keepAccounts, snapshotBytes, state } = options;
  const perToken = options.accounts === 'per-token';
  const contract = readContract();
  const prepared = prepare(contract);
  const receivers: AddedReceiver[] = [...new Set(webhook)].map((url, index) => ({ id: index + 1, url }));
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
  const accountNamedBy = (headers: Record<string, string>) =>
    (perToken ? accountByToken(headers) : undefined) ?? EVERYBODY;
  const restart = () => {
    journal.clear();
    failures.reset();
  };

  const observers = new Map<string, Observer>();
  const probe = (account: string): Probe => ({
    engine,
    account,
    observe: (observer) => {
      observers.set(account, observer);
    },
    async drop() {
      observers.delete(account);
      receivers.splice(0, Infinity, ...receivers.filter((receiver) => receiver.account !== account));
      await engine.drop(account);
    },
  });

  async function arrive(request: ReceivedRequest, hasFault: boolean): Promise<Arrival> {
    const { started, found, headers } = request;
    const account = accountNamedBy(headers);
    const observed = 'operation' in found ? observers.get(account)?.(request) : undefined;
    try {
      const operationId = 'operation' in found && !hasFault ? found.operation.operationId : undefined;
      const task = (unit: Unit) => ({
        now: unit.now,
        fault: operationId === undefined ? undefined : takeFault(unit, operationId),
        assumed: unit.assumed,
        lastEvent: unit.state.last.event,
      });
      const { now, fault, assumed, lastEvent } = await engine.run(account, task, { at: started });
      const carriedOut = async (response: WireResponse) => {
        if (fault?.eventsFirst) await engine.events.sendAfter(account, lastEvent, EVENTS_FIRST);
        await observed?.(response);
      };
      return { now, fault, carriedOut, vary: counting(varyBy(assumed), (entries) => engine.count(account, entries)) };
    } catch (error) {
      // The request itself reports the error.
      if (error instanceof StoreUnavailable) return { now: Date.now(), fault: undefined };
      throw error;
    }
  }

  const control = createControl({
    engine,
    journal,
    receivers,
    allowRemoteWebhooks,
    perToken,
    restart,
    operations: prepared.operations.length,
    version: stringAt(contract.info, 'version') ?? '',
  });
  const ownPaths = createControlPaths({ control, engine, perToken, snapshotBytes });
  const handle = createPipeline({
    options,
    host: options.host,
    publicUrl: engine.settings.publicUrl,
    prepared,
    respond: createRespond({
      run: engine.run,
      accountOf: accountNamedBy,
      idempotencyHeader: idempotency,
      generate: createGenerator(contract, options.seed),
    }),
    arrive,
    ownPaths,
    docs: options.docs,
    sending: true,
    journal,
    failures,
  });
  const addTotals = createTotals(process.env.PAYMENT_GATEWAY_ASSUMPTIONS, () => engine.uses());
  const close = async (): Promise<void> => {
    await engine.close();
    addTotals();
  };
  return { handle, journal, control, probe, close };
}

/** Returns the controls for code. They wait until the sandbox is ready. */
function createControlsOf(
  { accounts }: SandboxValues,
  reached: () => Promise<Core>,
  close: () => Promise<void>,
  requests: () => readonly MockRequest[],
): Sandbox {
  const perToken = accounts === 'per-token';
  const controlsOf = (account: string): SandboxControls =>
    createControls((id, request = {}) => reached().then(({ control }) => control.callFromCode(id, request, account)));
  return {
    ...(perToken ? createControls(misplaced) : controlsOf(EVERYBODY)),
    get requests() {
      return requests();
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
