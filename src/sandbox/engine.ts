import { setTimeout as sleep } from 'node:timers/promises';
import { CLOCK, type Clock, clockOf, readClock } from './clock/clock.js';
import { type NewEvent, type Store, StoreUnavailable } from './store/index.js';
import { Queues } from './work/queue.js';
import { settingsOf } from './work/settings.js';
import { Unit } from './work/unit.js';
import type { SandboxSettings, Work } from './work/work.js';

export interface EngineOptions {
  readonly store: Store;
  readonly settings?: Partial<SandboxSettings>;
  /** The clock that accounts begin with. Default: the system's. */
  readonly clock?: Clock;
}

/** How often a unit is run again after a conflict with another process before it fails. */
const RUNS = 40;

/** Runs units of work on accounts. */
export class Engine {
  readonly #store: Store;
  readonly #settings: SandboxSettings;
  readonly #clock: Clock;
  /** Units of the same account wait for each other, so that conflicts come from other processes only. */
  readonly #queues = new Queues();

  constructor({ store, settings, clock = { kind: 'system', offset: 0 } }: EngineOptions) {
    this.#store = store;
    this.#settings = settingsOf(settings);
    this.#clock = clock;
  }

  /**
   * Runs the task as one unit of work on the account and resolves when what it wrote is committed. Rejects with what the task throws (a
   * `Refusal`), with nothing committed, or with a `StoreUnavailable`. The task may run more than once.
   */
  run<Result>(account: string, task: (work: Work) => Promise<Result>): Promise<Result> {
    return this.#queues.run(account, () => this.#attempt(account, task));
  }

  async #attempt<Result>(account: string, task: (work: Work) => Promise<Result>): Promise<Result> {
    const pool = { epoch: 0, ids: [] };
    let reason = '';
    for (let run = 0; run < RUNS; run++) {
      const head = await this.#store.head(account);
      const now = readClock(clockOf(head.documents[CLOCK]?.value, this.#clock));
      const unit = new Unit({ account, now, settings: this.#settings, store: this.#store, head, pool });
      const result = await task(unit);
      if (unit.changesNothing) return result;
      const events: NewEvent[] = unit.events.map((event) => ({ ...event, deliveries: [] }));
      const committed = await this.#store.commit(account, unit.commit(events));
      if (committed.ok) return result;
      reason = committed.reason;
      await sleep(Math.random() * Math.min(2 ** run, 50));
    }
    throw new StoreUnavailable(`too many others change the same objects at once (${reason}): try again`);
  }
}
