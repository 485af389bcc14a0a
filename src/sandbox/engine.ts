import { CLOCK, type Clock, Clocks, clockOf, readClock } from './clock/index.js';
import {
  checkDisturbance,
  checkUrl,
  createSender,
  Deliverer,
  DISTURBANCE,
  type Disturbance,
  Events,
  Signals,
  type StartReceiver,
} from './events/index.js';
import { createRunner } from './runner.js';
import { type Eventually, follow, type Head, type Kind, type Snapshot, type Store } from './store/index.js';
import { type DueRule, type Run, type SandboxSettings, settingsOf, type Work } from './work/index.js';
import type { Turns } from './work/turns.js';

export interface EngineOptions {
  readonly store: Store;
  readonly settings?: Partial<SandboxSettings>;
  /** The clock that accounts begin with. Default: the system's. */
  readonly clock?: Clock;
  /** What becomes of the objects of a kind when their time comes. */
  readonly dueRules?: Readonly<Record<Kind, DueRule>>;
  /** Who gets events without a registration. */
  readonly receivers?: readonly StartReceiver[];
  /** Sends events to addresses that are neither loopback nor private, too. Default false. */
  readonly allowRemoteWebhooks?: boolean;
  /** Milliseconds within which a receiver has to respond. Default 10,000. */
  readonly deliveryTimeout?: number;
  /** Milliseconds of real time before each further try of a delivery. Default: six, from one second to half a minute. */
  readonly deliveryPauses?: readonly number[];
  /** Gets what goes wrong where nobody waits for it. Default: a warning of the process. */
  readonly onError?: (error: unknown) => void;
}

const PAUSES = [1000, 2000, 4000, 8000, 16_000, 32_000];

/** How much longer a delivery is claimed than it may take. Milliseconds. */
const MARGIN = 2000;

/** The state of all accounts, changed by units of work; its clocks; its events. Close it before its store is gone: it closes the store too. */
export class Engine {
  readonly clocks: Clocks;
  readonly events: Events;
  /** Tells of each commit, also of one without events, and of what became of deliveries. */
  readonly changes = new Signals();
  readonly settings: SandboxSettings;
  /** Whether it takes nothing more. */
  isClosing = false;
  /** Whether other processes may write to the store too, of which nobody tells. */
  readonly shared: boolean;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #run: Run;
  readonly #turns: Turns;
  readonly #deliverer: Deliverer;
  readonly #signals = new Signals();

  /** Throws one line that names the option when its value makes no sense. */
  constructor(options: EngineOptions) {
    const { store, clock = { kind: 'system', offset: 0 }, dueRules = {}, receivers = [] } = options;
    const { allowRemoteWebhooks: allowRemote = false, deliveryTimeout: timeout = 10_000 } = options;
    const { deliveryPauses: pauses = PAUSES, onError = createWarning() } = options;
    for (const { url } of receivers) checkUrl(url, allowRemote);
    if (!(timeout >= 1 && timeout < 2 ** 31)) throw new RangeError('deliveryTimeout must be a number of milliseconds');
    const start = clock.kind === 'frozen' ? clock.at : clock.offset;
    if (!Number.isSafeInteger(start)) throw new RangeError('clock must be a time in whole milliseconds');
    this.#store = store;
    this.#clock = clock;
    this.shared = store.shared;
    this.settings = settingsOf(options.settings);
    const { run, turns } = createRunner({
      store,
      settings: this.settings,
      clock,
      receivers,
      onCommit: (account, unit, delivers) => {
        const due = unit.earliestDue;
        if (due !== undefined) this.clocks.wake(account, due, unit.now);
        if (delivers) this.#deliverer.wake();
        if (unit.events.length > 0) this.#signals.notify(account);
        this.changes.notify(account);
      },
    });
    this.#run = run;
    this.#turns = turns;
    this.clocks = new Clocks({ store, run, initial: clock, dueRules, onError });
    const sender = createSender({ allowRemote, timeout });
    const onSettled = (account: string): void => {
      this.#signals.notify(account);
      this.changes.notify(account);
    };
    this.#deliverer = new Deliverer({ store, sender, pauses, lease: timeout + MARGIN, onError, onSettled });
    const wake = (): void => this.#deliverer.wake();
    this.events = new Events({ store, receivers, signals: this.#signals, wake });
  }

  /** Takes up what an earlier process left behind in the store: due work and deliveries. */
  async start(): Promise<void> {
    await this.clocks.start();
    this.#deliverer.wake();
  }

  /**
   * Runs the task as one unit of work on the account and resolves when what it wrote is committed. Rejects with what the task throws (a
   * `Refusal`), with nothing committed, or with a `StoreUnavailable`. The task may run more than once. Calls take effect in their order, except those
   * that may run `abreast`.
   */
  run<Result>(
    account: string,
    task: (work: Work) => Eventually<Result>,
    options?: { readonly abreast?: boolean },
  ): Promise<Result> {
    this.#store.used(account);
    return this.#run(account, task, options);
  }

  /** The time of the account in milliseconds and its documents, as what was asked for before leaves them. */
  look(account: string): Eventually<{ readonly now: number; readonly documents: Head['documents'] }> {
    this.#store.used(account);
    const seen = ({ documents }: Head) => {
      const clock = clockOf(documents[CLOCK]?.value, this.#clock);
      return { now: readClock(clock, this.#store.now()), documents };
    };
    if (!this.#turns.isFree(account)) {
      return this.#turns.run(account, async () => seen(await this.#store.head(account)), { abreast: true });
    }
    return follow(this.#store.head(account), seen);
  }

  /** Delivers the events of the account from now on late, twice, or out of order. Throws one line that names a field that makes no sense. */
  async disturb(account: string, disturbance: Disturbance): Promise<void> {
    const checked = checkDisturbance(disturbance);
    await this.#run(account, async (unit) => unit.setDocument(DISTURBANCE, { ...checked }));
  }

  async accounts(): Promise<readonly string[]> {
    return await this.#store.accounts();
  }

  async snapshot(account: string): Promise<Snapshot> {
    return await this.#turns.run(account, async () => this.#store.snapshot(account));
  }

  /** Replaces everything of the account. Rejects with a `StateVersionError` for what another version of the package wrote. */
  async restore(account: string, snapshot: Snapshot): Promise<void> {
    await this.#turns.run(account, async () => this.#store.restore(account, snapshot));
    const next = await this.#store.nextDue(account);
    if (next?.due !== undefined) this.clocks.wake(account, next.due);
    this.#changed(account);
  }

  /** Empties the account: its ids, its clock and its events begin anew. */
  async reset(account: string): Promise<void> {
    await this.#turns.run(account, async () => this.#store.reset(account));
    this.#changed(account);
  }

  /** Begins nothing more, waits for what is under way, and closes the store. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.changes.notifyAll();
    await Promise.all([this.clocks.close(), this.#deliverer.close()]);
    await this.#store.close();
  }

  #changed(account: string): void {
    this.#deliverer.wake(account);
    this.#signals.notify(account);
    this.changes.notify(account);
  }
}

/** How long the same sentence is not repeated: a store that cannot be used fails again with each look at it. Milliseconds. */
const QUIET = 60_000;

function createWarning(): (error: unknown) => void {
  const said = new Map<string, number>();
  return (error) => {
    const sentence = error instanceof Error ? error.message : String(error);
    const now = performance.now();
    if (now - (said.get(sentence) ?? Number.NEGATIVE_INFINITY) < QUIET) return;
    if (said.size > 100) said.clear();
    said.set(sentence, now);
    process.emitWarning(error instanceof Error ? error : sentence);
  };
}
