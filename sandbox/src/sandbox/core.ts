import type { Handle, WireResponse } from 'payment-gateway-core/access';
import { readContract } from 'payment-gateway-core/contract';
import type { Assumed } from 'payment-gateway-core/values';
import { type Control, createControl, createControlPaths, withoutSecrets } from '../control/index.js';
import { Engine, type EngineOptions } from '../engine/index.js';
import { takeFault } from '../faults/index.js';
import { type SandboxValues, settingsOf } from '../options/index.js';
import { type Arrival, createPipeline, createRespond, preferredExample } from '../pipeline/index.js';
import { dueRules } from '../rules/index.js';
import type { AccountOf, ReceivedRequest } from '../server/index.js';
import {
  accountByToken,
  createActivityLog,
  createFailures,
  createJournal,
  EVERYBODY,
  type Fault,
  type Journal,
  prepare,
} from '../server/index.js';
import type { Unit } from '../state/index.js';
import { openStore, StoreUnavailable } from '../stores/index.js';
import { arrivalFacts, calibrated, counting, createTotals, varyBy } from '../variants/index.js';

/** How long a response waits for the receivers that get its events first. Milliseconds. */
const EVENTS_FIRST = 10_000;

/** Watches the requests of an account. Called when one arrives: the request waits for it. */
export type Observer = (request: ReceivedRequest) => Promise<Watched | undefined>;

export interface Watched {
  /** Replaces a planned fault. */
  readonly fault: Fault | undefined;
  /** Called with the planned fault of the account, unless `fault` replaces it. */
  readonly planned?: (fault: Fault) => void;
  /** Called when the request was carried out, before its response is sent or lost: the response waits for it. */
  readonly carriedOut: (response: WireResponse) => Promise<void>;
}

/** The inner parts of an account, for the test kit. */
export interface Probe {
  readonly engine: Engine;
  readonly account: string;
  observe(observer: Observer): void;
  /** Removes the account and its observer. */
  drop(): Promise<void>;
}

/** The parts of a sandbox behind its entrance. */
export interface Core {
  readonly handle: Handle;
  readonly journal: Journal;
  readonly control: Control;
  probe(account: string): Probe;
  close(): Promise<void>;
}

/**
 * Creates the pipeline with responses from a state.
 *
 * @param url the address of the server, if it has one
 */
export async function createCore(options: SandboxValues, url?: string): Promise<Core> {
  if (options.as !== undefined && options.log !== 'silent') {
    for (const line of calibrated(options.as, options.assume).lines) process.stderr.write(`${line}\n`);
  }
  const { allowRemoteWebhooks, snapshotBytes } = options;
  const perToken = options.accounts === 'per-token';
  const contract = readContract();
  const prepared = prepare(contract);
  const onActivity = createActivityLog(options.log);
  const engine = await startEngine({ ...options, publicUrl: options.publicUrl ?? url }, ({ url, name, attempts }) => {
    const about = withoutSecrets(url);
    for (const { status, error, duration } of attempts)
      onActivity({ what: 'event', about, status: status ?? error, duration, result: name });
  });
  const journal = createJournal(options.journalBytes, () => engine.changes.notifyAll());
  const failures = createFailures(options.failureRate, options.seed);
  const accountNamedBy: AccountOf = (headers) => (perToken ? accountByToken(headers) : undefined) ?? EVERYBODY;
  const observers = new Map<string, Observer>();
  // Only the client knows under which address it reaches a container or a forwarded port.
  const publicUrlAt = (host: string | undefined) =>
    options.publicUrl ?? (host === undefined ? undefined : `http://${host}`);

  const control = createControl({
    engine,
    journal,
    allowRemoteWebhooks,
    allowAnyCard: options.allowAnyCard,
    onActivity,
    perToken,
    restart() {
      journal.clear();
      failures.reset();
    },
    operations: prepared.operations.length,
    version: prepared.version,
  });
  const respond = createRespond({
    run: engine.run,
    accountOf: accountNamedBy,
    publicUrlAt,
    refuseWarnings: options.refuseWarnings,
    preferred: (matched) => preferredExample(contract, matched),
  });
  const handle = createPipeline({
    options,
    host: options.host,
    publicUrl: engine.settings.publicUrl,
    prepared,
    respond,
    arrive: createArrive({ engine, observers, accountNamedBy, respond }),
    ownPaths: createControlPaths({ control, publicUrlAt, engine, perToken, docs: options.docs, snapshotBytes }),
    docs: options.docs,
    sending: true,
    journal,
    accountOf: accountNamedBy,
    failures,
  });
  const addTotals = createTotals(process.env.PAYMENT_GATEWAY_ASSUMPTIONS, () => ({
    uses: engine.uses(),
    facts: engine.facts,
  }));
  const close = async (): Promise<void> => {
    await engine.close();
    addTotals();
  };
  return { handle, journal, control, probe: createProbe(engine, observers), close };
}

async function startEngine(options: SandboxValues, onDelivery: EngineOptions['onDelivery']): Promise<Engine> {
  const { clock, webhook, allowRemoteWebhooks, keep, keepAccounts, state } = options;
  const engine = new Engine({
    store: state === undefined ? undefined : await openStore(state),
    keep,
    keepAccounts,
    settings: settingsOf(options),
    clock,
    dueRules,
    receivers: webhook.map((url) => ({ url })),
    allowRemoteWebhooks,
    onDelivery,
  });
  try {
    await engine.start();
  } catch (error) {
    // Otherwise, an unusable store would retry forever and keep the process alive.
    await engine.close();
    throw error;
  }
  return engine;
}

interface ArriveOptions {
  readonly engine: Engine;
  readonly observers: ReadonlyMap<string, Observer>;
  readonly accountNamedBy: AccountOf;
  readonly respond: ReturnType<typeof createRespond>;
}

/** Returns the facts that the pipeline needs when a request arrives: the time, the planned fault and the assumptions of its account. */
function createArrive({ engine, observers, accountNamedBy, respond }: ArriveOptions) {
  return async (request: ReceivedRequest, hasFault: boolean): Promise<Arrival> => {
    const { started, found, headers } = request;
    const account = accountNamedBy(headers);
    const observed = 'operation' in found ? await observers.get(account)?.(request) : undefined;
    try {
      const operationId = 'operation' in found && !hasFault ? found.operation.operationId : undefined;
      const task = (unit: Unit) => ({
        now: unit.now,
        fault: operationId === undefined ? undefined : takeFault(unit, operationId),
        assumed: unit.assumed,
        lastEvent: unit.state.last.event,
      });
      // A request that has waited arrives when it goes on.
      const at = observed === undefined ? started : undefined;
      const { now, fault, assumed, lastEvent } = await engine.run(account, task, { at });
      const varyOf = (assumed: Assumed) => counting(varyBy(assumed), (entry) => engine.count(account, entry));
      for (const fact of arrivalFacts(observed?.fault ?? fault, assumed)) engine.facts.add(fact);
      if (fault !== undefined && observed?.fault === undefined) observed?.planned?.(fault);
      const carriedOut = async (response: WireResponse) => {
        if (fault?.eventsFirst) await engine.events.sendAfter(account, lastEvent, EVENTS_FIRST);
        await observed?.carriedOut(response);
      };
      return {
        now,
        fault: observed?.fault ?? fault,
        carriedOut,
        vary: varyOf(assumed),
        async respond(matched) {
          // The rule may see a switch that came after the arrival. The form of its response follows the rule.
          let ruled = assumed;
          const response = await respond(matched, (seen) => {
            ruled = seen;
          });
          return { response, vary: varyOf(ruled) };
        },
      };
    } catch (error) {
      // The request itself reports the error.
      if (error instanceof StoreUnavailable) return { now: Date.now(), fault: undefined };
      throw error;
    }
  };
}

function createProbe(engine: Engine, observers: Map<string, Observer>) {
  return (account: string): Probe => ({
    engine,
    account,
    observe: (observer) => {
      observers.set(account, observer);
    },
    async drop() {
      observers.delete(account);
      await engine.drop(account);
    },
  });
}
