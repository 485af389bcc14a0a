import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { once, readOptions } from 'payment-gateway-core/util';
import type { RegisterKey } from 'payment-gateway-core/values';
import { Clocks } from '../clock/index.js';
import {
  createListeners,
  createSender,
  Deliverer,
  DISTURBANCE,
  EventService,
  type Listeners,
  type OnDelivery,
  Signals,
  type WireDisturbance,
  writeEvents,
} from '../events/index.js';
import { SANDBOX_OPTIONS, sandboxSettings } from '../options/index.js';
import type { SandboxSettings } from '../state/index.js';
import {
  Accounts,
  type AccountsOptions,
  type DueRule,
  type Kind,
  type Run,
  type Snapshot,
  snapshotOf,
  writeSnapshot,
} from '../state/index.js';
import type { Store } from '../stores/index.js';
import { Schedule } from './schedule.js';

export interface EngineOptions
  extends Partial<Pick<AccountsOptions, 'store' | 'clock' | 'keep' | 'keepAccounts' | 'onNotice' | 'onError'>> {
  readonly settings?: Partial<SandboxSettings>;
  readonly dueRules?: Readonly<Record<Kind, DueRule>>;
  /** The addresses that get the events of all accounts without a registration. */
  readonly receivers?: readonly string[];
  /** Allows receivers at addresses that are neither loopback nor private. Default false. */
  readonly allowRemoteWebhooks?: boolean;
  /** The response time-out of receivers, in milliseconds. Default 10,000. */
  readonly deliveryTimeout?: number;
  /** Milliseconds of the account's clock before each retry of a delivery. Default: six, from one second to half a minute. */
  readonly deliveryPauses?: readonly number[];
  readonly onDelivery?: OnDelivery | undefined;
}

/** Milliseconds before each retry of a delivery. */
export const PAUSES = [1000, 2000, 4000, 8000, 16_000, 32_000];
/** Milliseconds that a receiver has for its response. */
export const DELIVERY_TIMEOUT = 10_000;

/** How long the connection of a listener outlives its process, if several share the state. Milliseconds. */
const LISTENER_LIFE = 15_000;

/** How often to check a shared store for work of ended processes, and the minimum delay of their work. Milliseconds. */
const ASK_AGAIN = 1000;
const GRACE = 500;

/** How far ahead to schedule the work that an earlier process left. Milliseconds. */
const AHEAD = 60_000;

/** The wait of an account whose receivers have no capacity. Milliseconds. */
const NO_ROOM = 100;

/** The state of all accounts, with their clocks and events. */
export class Engine {
  /** Runs a task as one unit of work on the account. The task may run more than once. */
  readonly run: Run;
  readonly clocks: Clocks;
  readonly events: EventService;
  readonly listeners: Listeners;
  readonly receivers: readonly string[];
  readonly changes = new Signals();
  readonly settings: SandboxSettings;
  isClosing = false;
  /** Whether other processes may also change the state. */
  readonly isShared: boolean;
  readonly #store: Store | undefined;
  readonly #accounts: Accounts;
  readonly #deliverer: Deliverer;
  readonly #onError: (error: unknown) => void;
  readonly #schedule: Schedule;
  #interval: NodeJS.Timeout | undefined;

  constructor(options: EngineOptions) {
    const { store, clock = { kind: 'system', offset: 0 }, dueRules = {}, receivers = [] } = options;
    const { allowRemoteWebhooks: allowRemote = false, deliveryTimeout: timeout = DELIVERY_TIMEOUT } = options;
    const { deliveryPauses: pauses = PAUSES, onDelivery = () => {}, onNotice = warn(), onError = warn() } = options;
    const usual = readOptions(SANDBOX_OPTIONS, {});
    const { keep = usual.keep, keepAccounts = usual.keepAccounts } = options;
    this.#store = store;
    this.receivers = receivers;
    this.isShared = store !== undefined;
    // Errors after the store was closed do not matter.
    this.#onError = (error) => {
      if (!this.isClosing) onError(error);
    };
    this.settings = { ...sandboxSettings(usual), ...options.settings };
    this.#accounts = new Accounts({
      store,
      settings: this.settings,
      clock,
      keep,
      keepAccounts,
      writeEvents: (unit, events) => writeEvents(unit, events, receivers),
      onCommit: (account, next) => {
        if (next !== undefined) this.#schedule.add(account, next);
        this.changes.notify(account);
      },
      onDrop: (account) => this.#schedule.remove(account),
      onNotice,
      onError: this.#onError,
    });
    const { run } = this.#accounts;
    this.run = run;
    this.#schedule = new Schedule({
      now: () => this.#accounts.realTime,
      work: (account) => this.#work(account),
      onError: this.#onError,
    });
    this.clocks = new Clocks({ run, dueRules, onError: this.#onError });
    const sender = createSender({ allowRemote, timeout });
    this.#deliverer = new Deliverer({ run, sender, pauses, timeout, onDelivery, onError: this.#onError });
    this.events = new EventService({ run, receivers, signals: this.changes });
    this.listeners = createListeners({
      run,
      life: this.isShared ? LISTENER_LIFE : undefined,
      pauses,
      timeout,
      onDelivery,
    });
  }

  /** Continues the due work and deliveries that an earlier process left in the store. */
  async start(): Promise<void> {
    if (this.#store === undefined) return;
    await this.#takeUp(this.#store, AHEAD);
    const store = this.#store;
    // Reads the accounts as soon as the server is back, before another process assigns ids that it has lost.
    store.watch?.(
      (account) => this.changes.notify(account),
      () => this.#accounts.tend(),
    );
    const ask = (): void => {
      this.#accounts.tend();
      this.#takeUp(store, -GRACE).catch(this.#onError);
    };
    this.#interval = setInterval(ask, ASK_AGAIN).unref();
  }

  /** The uses of register entries in this process: of an account, or of all accounts. */
  uses(account?: string) {
    return (account === undefined ? this.#accounts.totals : this.#accounts.usesOf(account)).entries();
  }

  /** What happened in this process, as short texts, for the report of a test run. */
  get facts(): Set<string> {
    return this.#accounts.facts;
  }

  /** Counts an entry that decided something outside of a unit of work. */
  count(account: string, entry: RegisterKey): void {
    this.#accounts.count(account, [entry]);
  }

  accounts(): Promise<readonly string[]> {
    return this.#accounts.names();
  }

  /** Delivers the events of the account late, twice or out of order from now on. */
  async disturb(account: string, disturbance: WireDisturbance): Promise<void> {
    await this.run(account, (unit) => unit.setDocument(DISTURBANCE, { ...disturbance }));
  }

  snapshot(account: string): Promise<Snapshot> {
    return this.run(account, ({ state, assumed }) => snapshotOf(state, assumed));
  }

  /** Replaces everything in the account with a checked snapshot. */
  async restore(account: string, snapshot: Snapshot): Promise<void> {
    await this.run(account, ({ state }) => writeSnapshot(state, snapshot), { replace: true });
  }

  /** Empties the account. Its ids, clock and events start again. */
  async reset(account: string): Promise<void> {
    await this.run(account, () => {}, { replace: true });
  }

  /** Removes the account, as if it had never been used. */
  async drop(account: string): Promise<void> {
    await this.#accounts.drop(account);
  }

  /** Waits for running work and deliveries, and closes the store. */
  readonly close = once(async (): Promise<void> => {
    this.isClosing = true;
    clearInterval(this.#interval);
    this.changes.notifyAll();
    await Promise.all([this.clocks.close(), this.#deliverer.close(), this.#schedule.close()]);
    await this.#store?.close();
  });

  /** Schedules the accounts with work within the next milliseconds. */
  async #takeUp(store: Store, ahead: number): Promise<void> {
    for (const { account, at } of await store.due(this.#accounts.realTime + ahead)) this.#schedule.add(account, at);
  }

  /** Carries out due work of the account, and sends its deliveries. Resolves with the real time of its next work. */
  async #work(account: string): Promise<number | undefined> {
    await this.clocks.catchUp(account);
    const hasRoom = await this.#deliverer.deliver(account);
    const next = this.#accounts.nextWork(account);
    // If a receiver has no capacity, its next delivery starts when another one ends.
    const pause = hasRoom ? 0 : NO_ROOM;
    return next === undefined ? undefined : Math.max(next, this.#accounts.realTime + pause);
  }
}

/** How long a repeated warning is suppressed, because an unavailable store fails again and again. Milliseconds. */
const QUIET = 60_000;

/** Warns of a problem unless the last warning was about the same one, a short time ago. */
function warn(): (error: unknown) => void {
  let last = { sentence: '', until: 0 };
  return (error) => {
    const sentence = error instanceof Error ? error.message : String(error);
    const now = performance.now();
    if (last.sentence === sentence && now < last.until) return;
    last = { sentence, until: now + QUIET };
    process.emitWarning(error instanceof Error ? error : sentence);
  };
}
