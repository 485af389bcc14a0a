import type { Handle } from 'payment-gateway-core/access';
import { readContract } from 'payment-gateway-core/contract';
import { type Control, createControl, createControlPaths, withoutSecrets } from '../control/index.js';
import { Engine, type EngineOptions } from '../engine/index.js';
import { type SandboxValues, sandboxSettings } from '../options/index.js';
import { createPipeline, type Observer } from '../pipeline/index.js';
import { dueRules } from '../rules/index.js';
import {
  accountByToken,
  createActivityLog,
  createFailures,
  createJournal,
  EVERYBODY,
  type Journal,
  prepare,
} from '../server/index.js';
import { openStore } from '../stores/index.js';
import { calibrated, createTotals } from '../variants/index.js';

/** The inner parts of an account, for the test kit. */
export interface Probe {
  readonly engine: Engine;
  readonly account: string;
  observe(observer: Observer): void;
  /** Removes the account and its observer. */
  drop(): Promise<void>;
}

export interface SandboxParts {
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
export async function createParts(options: SandboxValues, url?: string): Promise<SandboxParts> {
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
  const handle = createPipeline({
    options,
    publicUrlAt,
    contract,
    prepared,
    engine,
    accountOf: (headers) => (perToken ? accountByToken(headers) : undefined) ?? EVERYBODY,
    observers,
    ownPaths: createControlPaths({ control, publicUrlAt, engine, perToken, docs: options.docs, snapshotBytes }),
    sending: true,
    journal,
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
  const probe = (account: string): Probe => ({
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
  return { handle, journal, control, probe, close };
}

async function startEngine(options: SandboxValues, onDelivery: EngineOptions['onDelivery']): Promise<Engine> {
  const { clock, webhook, allowRemoteWebhooks, keep, keepAccounts, state } = options;
  const engine = new Engine({
    store: state === undefined ? undefined : await openStore(state),
    keep,
    keepAccounts,
    settings: sandboxSettings(options),
    clock,
    dueRules,
    receivers: webhook,
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
