import { readOptions } from '../server/option-table.js';
import { Clocks } from './clock/index.js';
import {
  createSender,
  Deliverer,
  DISTURBANCE,
  type Disturbance,
  Events,
  Signals,
  type StartReceiver,
} from './events/index.js';
import { SANDBOX_OPTIONS, settingsOf } from './options.js';
import type { SandboxSettings } from './settings.js';
import {
  Accounts,
  type Clock,
  checkSnapshot,
  type DocumentChecks,
  type DueRule,
  type Kind,
  type Run,
  type Snapshot,
  snapshotOf,
  writeSnapshot,
} from './state/index.js';
import type { Store } from './stores/index.js';

export interface EngineOptions {
  /** Where processes share the state. Default: it lives in this process alone. */
  readonly store?: Store | undefined;
  readonly settings?: Partial<SandboxSettings>;
  /** The clock that accounts begin with. Default: the system's. */
  readonly clock?: Clock;
  /** The rules for due work, by the kind of the object. */
  readonly dueRules?: Readonly<Record<Kind, DueRule>>;
  /** The receivers that get events without a registration. */
  readonly receivers?: readonly StartReceiver[];
  /** Sends events to addresses that are neither loopback nor private, too. Default false. */
  readonly allowRemoteWebhooks?: boolean;
  /** Milliseconds within which a receiver has to respond. Default 10,000. */
  readonly deliveryTimeout?: number;
  /** Milliseconds of the account's clock before each further try of a delivery. Default: six, from one second to half a minute. */
  readonly deliveryPauses?: readonly number[];
  /** The number of objects of a kind, and of events, that an account keeps: the oldest are dropped. */
  readonly keep?: number | undefined;
  /** The number of accounts that are kept: the least recently used are dropped. */
  readonly keepAccounts?: number | undefined;
  /** Checks for the documents of other parts in a snapshot, by name. */
  readonly documentChecks?: DocumentChecks;
  /** Receives one line about dropped accounts and lost data. Default: a warning of the process. */
  readonly onNotice?: (line: string) => void;
  /** Receives errors of background work. Default: a warning of the process. */
  readonly onError?: (error: unknown) => void;
}

const PAUSES = [1000, 2000, 4000, 8000, 16_000, 32_000];

/** How often a shared store is asked for work that another process has left behind, and the least delay of that work. Milliseconds. */
const ASK_AGAIN = 1000;
const GRACE = 500;

/** Timers look again after this time at the latest, because the clock of an account may have moved. Milliseconds. */
const LONGEST_TIMER = 60_000;

/** How long an account waits whose receivers take no more deliveries. Milliseconds. */
const NO_ROOM = 100;

interface Timer {
  /** By the real time of the store. */
  readonly at: number;
  readonly timer: NodeJS.Timeout;
}

/** The state of all accounts, with their clocks and events. */
export class Engine {
  /** Runs a task as one unit of work on the account. The task may run more than once. */
  readonly run: Run;
  readonly clocks: Clocks;
  readonly events: Events;
  /** Signals each commit. */
  readonly changes = new Signals();
  readonly settings: SandboxSettings;
  isClosing = false;
  /** Whether other processes may change the state too. */
  readonly isShared: boolean;
  readonly #store: Store | undefined;
  readonly #accounts: Accounts;
  readonly #deliverer: Deliverer;
  readonly #documentChecks: DocumentChecks;
  readonly #onError: (error: unknown) => void;
  readonly #timers = new Map<string, Timer>();
  readonly #attending = new Set<Promise<void>>();
  #interval: NodeJS.Timeout | undefined;
  #stopWatching = (): void => {};
  #closed: Promise<void> | undefined;

  constructor(options: EngineOptions) {
    const { store, clock = { kind: 'system', offset: 0 }, dueRules = {}, receivers = [], onError = warn() } = options;
    const { allowRemoteWebhooks: allowRemote = false, deliveryTimeout: timeout = 10_000 } = options;
    const { deliveryPauses: pauses = PAUSES, onNotice = warn() } = options;
    const usual = readOptions(SANDBOX_OPTIONS, {});
    const { keep = usual.keep, keepAccounts = usual.keepAccounts } = options;
    this.#store = store;
    this.isShared = store !== undefined;
    // A failure after the store was closed does not count.
    this.#onError = (error) => {
      if (!this.isClosing) onError(error);
    };
    this.#documentChecks = options.documentChecks ?? {};
    this.settings = { ...settingsOf(usual), ...options.settings };
    this.#accounts = new Accounts({
      store,
      settings: this.settings,
      clock,
      keep,
      keepAccounts,
      writeEvents: (unit, events) => this.#deliverer.writeEvents(unit, events),
      onCommit: (account, next) => {
        if (next !== undefined) this.#schedule(account, next);
        this.changes.notify(account);
      },
      onDrop: (account) => {
        clearTimeout(this.#timers.get(account)?.timer);
        this.#timers.delete(account);
      },
      onNotice,
      onError: this.#onError,
    });
    const { run } = this.#accounts;
    this.run = run;
    this.clocks = new Clocks({ run, initial: clock, dueRules, onError: this.#onError });
    const sender = createSender({ allowRemote, timeout });
    this.#deliverer = new Deliverer({ run, sender, receivers, pauses, timeout, onError: this.#onError });
    this.events = new Events({ run, deliverer: this.#deliverer, signals: this.changes, initialClock: clock });
  }

  /** Takes up due work and deliveries that an earlier process has left in the store. */
  async start(): Promise<void> {
    if (this.#store === undefined) return;
    await this.#takeUp(this.#store, LONGEST_TIMER);
    const store = this.#store;
    this.#stopWatching = store.watch((account) => {
      this.#accounts.refresh(account, ASK_AGAIN);
      this.changes.notify(account);
    });
    const ask = (): void => {
      this.#accounts.tend();
      this.#takeUp(store, -GRACE).catch(this.#onError);
    };
    this.#interval = setInterval(ask, ASK_AGAIN).unref();
  }

  /** Least recently used first. */
  accounts(): Promise<readonly string[]> {
    return this.#accounts.names();
  }

  /** Delivers the events of the account from now on late, twice, or out of order. */
  async disturb(account: string, disturbance: Disturbance): Promise<void> {
    await this.run(account, (unit) => unit.setDocument(DISTURBANCE, { ...disturbance }));
  }

  snapshot(account: string): Promise<Snapshot> {
    return this.run(account, ({ state }) => snapshotOf(state));
  }

  /** Replaces everything of the account. Rejects with a `StateVersionError` for a snapshot of another version, or a damaged one. */
  async restore(account: string, snapshot: Snapshot): Promise<void> {
    checkSnapshot(snapshot, this.#documentChecks);
    await this.run(account, ({ log }) => writeSnapshot(log, snapshot), { replace: true });
  }

  /** Empties the account: its ids, its clock and its events begin anew. */
  async reset(account: string): Promise<void> {
    await this.run(account, () => {}, { replace: true });
  }

  /** Waits for running work and deliveries, and closes the store. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.#interval);
    this.#stopWatching();
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.changes.notifyAll();
    await Promise.all([this.clocks.close(), this.#deliverer.close(), ...this.#attending]);
    await this.#store?.close();
  }

  /** Attends to accounts with work before a time from now (milliseconds). */
  async #takeUp(store: Store, ahead: number): Promise<void> {
    for (const { account, at } of await store.due(this.#accounts.realTime + ahead)) this.#schedule(account, at);
  }

  /** Attends to the account at a real time. */
  #schedule(account: string, at: number): void {
    const known = this.#timers.get(account);
    if (this.isClosing || (known !== undefined && known.at <= at)) return;
    clearTimeout(known?.timer);
    const wait = Math.min(Math.max(at - this.#accounts.realTime, 0), LONGEST_TIMER);
    const timer = setTimeout(() => {
      this.#timers.delete(account);
      const attending = this.#attend(account).catch((error: unknown) => {
        this.#onError(error);
        this.#schedule(account, this.#accounts.realTime + ASK_AGAIN);
      });
      this.#attending.add(attending);
      void attending.then(() => this.#attending.delete(attending));
    }, wait);
    this.#timers.set(account, { at, timer: timer.unref() });
  }

  /** Carries out due work of the account, sends its deliveries, and schedules the next time. */
  async #attend(account: string): Promise<void> {
    await this.clocks.catchUp(account);
    const hasRoom = await this.#deliverer.deliver(account);
    const next = this.#accounts.nextWork(account);
    // Without room at a receiver, the next delivery to it starts when another one ends.
    const pause = hasRoom ? 0 : NO_ROOM;
    if (next !== undefined) this.#schedule(account, Math.max(next, this.#accounts.realTime + pause));
  }
}

/** Milliseconds for which a warning is not repeated: a store that is down fails again and again. */
const QUIET = 60_000;

function warn(): (error: unknown) => void {
  const last = new Map<string, number>();
  return (error) => {
    const sentence = error instanceof Error ? error.message : String(error);
    const now = performance.now();
    if (now - (last.get(sentence) ?? Number.NEGATIVE_INFINITY) < QUIET) return;
    if (last.size > 100) last.clear();
    last.set(sentence, now);
    process.emitWarning(error instanceof Error ? error : sentence);
  };
}
