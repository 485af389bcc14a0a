import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { SandboxSettings } from '../settings.js';
import {
  type Changes,
  type CommitResult,
  type Position,
  START,
  type Store,
  StoreUnavailable,
} from '../stores/store.js';
import type { Clock } from './clock.js';
import { LAST, State } from './state.js';
import { type Emitted, EPOCH, Unit } from './unit.js';

export interface AccountsOptions {
  /** Default: only this process has the state. */
  readonly store?: Store | undefined;
  readonly settings: SandboxSettings;
  /** The initial clock of accounts. */
  readonly clock: Clock;
  /** The most objects of a kind, and the most events, in an account. */
  readonly keep: number;
  /** The most accounts. The sandbox drops the least recently used ones. */
  readonly keepAccounts: number;
  /** Called at the end of each unit that emitted events. Writes the events. */
  readonly writeEvents: (unit: Unit, events: readonly Emitted[]) => void;
  /** Called after each commit. `next`: the earliest real time at which the account has work. */
  readonly onCommit: (account: string, next: number | undefined) => void;
  /** Called when the sandbox drops an account because of the limit. */
  readonly onDrop: (account: string) => void;
  /** Receives one line about dropped accounts and lost data. */
  readonly onNotice: (line: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Runs a task as one unit of work. Repeats it after a conflict. */
export type Run = <Result>(account: string, task: (unit: Unit) => Result, options?: RunOptions) => Promise<Result>;

export interface RunOptions {
  /** Background work does not count as use of the account. */
  readonly background?: boolean;
  /** Runs the task on an empty state that replaces the whole account. */
  readonly replace?: boolean;
  /** The real time of the task by the clock of this process, in milliseconds. Default: the time when it runs. */
  readonly at?: number | undefined;
}

/** The most units of a group commit, so that it does not block other work for long. */
const MOST_UNITS = 100;

/** The numbers of conflicts in a row after which the store is asked for a turn, and after which the units fail. */
const CONFLICTS_BEFORE_TURN = 3;
const MOST_CONFLICTS = 100;

/** The ids to skip after a loss of data, because other processes may have assigned ids that this one has not seen. */
const SKIPPED_IDS = 1000;

/** How long an unused account stays in memory if a store has it, and how often to record its use in the store. Milliseconds. */
const IDLE = 60_000;
const TOUCH_AGAIN = 1000;

interface Waiting {
  /** Runs the unit. Returns a function that settles its promise after the commit. */
  readonly run: (state: State) => () => void;
  /** Whether the unit runs on an empty state in a separate commit. */
  readonly replace: boolean;
  readonly reject: (error: unknown) => void;
}

class Account {
  readonly name: string;
  state: State;
  at: Position = START;
  /** Whether `state` matches the position. */
  isLoaded = false;
  /** The units to run, with those of the commit under way. */
  readonly waiting: Waiting[] = [];
  /** The last recorded use, by `performance.now()`. */
  used = Number.NEGATIVE_INFINITY;

  constructor(name: string, state: State) {
    this.name = name;
    this.state = state;
  }
}

/** The state of all accounts. Units of work change it, one after the other in call order within an account. */
export class Accounts {
  readonly #options: AccountsOptions;
  readonly #store: Store | undefined;
  /** Least recently used first. */
  readonly #accounts = new Map<string, Account>();
  /** The store's time minus the time of this process, in milliseconds. */
  #skew = 0;
  #isDropNoticed = false;

  constructor(options: AccountsOptions) {
    this.#options = options;
    this.#store = options.store;
  }

  /** The real time in milliseconds. All processes that share the store have the same one. */
  get realTime(): number {
    return Date.now() + this.#skew;
  }

  /** Resolves after the changes of the task are committed. Rejects without a commit, with the error of the task or with a `StoreUnavailable`. */
  readonly run: Run = (name, task, { background = false, replace = false, at } = {}) => {
    const account = this.#account(name, background);
    const { settings, keep } = this.#options;
    return new Promise((resolve, reject) => {
      const run = (state: State): (() => void) => {
        const unit = new Unit(state, { account: name, realTime: (at ?? Date.now()) + this.#skew, settings, keep });
        const result = unit.attempt(() => {
          // Long work, such as an advance of the clock, stops when it sees another epoch.
          if (replace) unit.setDocument(EPOCH, { count: epochOf(account.state) + 1 });
          const value = task(unit);
          if (unit.emitted.length > 0) this.#options.writeEvents(unit, unit.emitted);
          return value;
        });
        return () => ('error' in result ? reject(result.error) : resolve(result.value));
      };
      if (account.waiting.push({ run, replace, reject }) === 1) void this.#pump(account);
    });
  };

  /** Returns the earliest real time at which the account has work, as far as this process knows. */
  nextWork(name: string): number | undefined {
    return this.#accounts.get(name)?.state.nextWork();
  }

  /** Returns the names of accounts, least recently used first. */
  async names(): Promise<string[]> {
    const stored = (await this.#store?.accounts()) ?? [];
    // An account without a commit exists only in this process.
    const own = [...this.#accounts.values()].filter(({ at }) => at.sequence === 0);
    return [...new Set([...stored, ...own.map(({ name }) => name)])];
  }

  /**
   * Removes unused accounts from memory, because the store has them too. Reads the changes of the others, so that the process notices lost data
   * before another process assigns the lost ids again.
   */
  tend(): void {
    const before = performance.now() - IDLE;
    for (const [name, account] of this.#accounts) {
      if (account.waiting.length > 0 || !account.isLoaded) continue;
      if (account.used < before) {
        // Keeps the last ids, in case the store loses data meanwhile.
        account.state = new State(this.#options.clock, account.state.last);
        account.isLoaded = false;
      } else {
        // The units report an unavailable store.
        this.run(name, () => {}, { background: true }).catch(() => {});
      }
    }
  }

  #account(name: string, background: boolean): Account {
    const known = this.#accounts.get(name);
    const account = known ?? new Account(name, new State(this.#options.clock));
    // Without a store, background work must not bring a dropped account back.
    if (background && (known !== undefined || this.#store === undefined)) return account;
    this.#accounts.delete(name);
    this.#accounts.set(name, account);
    if (known === undefined) this.#dropSurplus(name).catch(this.#options.onError);
    if (performance.now() - account.used > TOUCH_AGAIN) {
      account.used = performance.now();
      // The unit itself reports an unavailable store.
      this.#store?.touch(name).catch(() => {});
    }
    return account;
  }

  /** Drops the least recently used accounts above the limit, except a new one. */
  async #dropSurplus(created: string): Promise<void> {
    const { keepAccounts, onDrop, onNotice } = this.#options;
    const names = await this.names();
    for (const name of names.slice(0, Math.max(names.length - keepAccounts, 0))) {
      if (name === created || this.#accounts.get(name)?.waiting.length) continue;
      await this.#store?.drop(name);
      this.#accounts.delete(name);
      onDrop(name);
      if (!this.#isDropNoticed) {
        onNotice(
          `there are more than ${keepAccounts} accounts: from now on the sandbox drops the least recently used ones, which start empty when their token is used again. Raise --keep-accounts to keep more`,
        );
      }
      this.#isDropNoticed = true;
    }
  }

  async #pump(account: Account): Promise<void> {
    const { waiting } = account;
    // Units that arrive in the same turn share a commit.
    if (this.#store !== undefined) await nextTurn();
    while (waiting.length > 0) {
      const end = waiting.findIndex(({ replace }, index) => index === MOST_UNITS || (replace && index > 0));
      const units = waiting.slice(0, waiting[0]?.replace ? 1 : end < 0 ? MOST_UNITS : end);
      const settle = await this.#commit(account, units).catch((error: unknown) => {
        account.state.undo();
        for (const { reject } of units) reject(error);
        return [];
      });
      waiting.splice(0, units.length);
      for (const one of settle) one();
    }
  }

  /** Runs the units and commits their changes. Repeats both after a conflict. */
  async #commit(account: Account, units: readonly Waiting[]): Promise<(() => void)[]> {
    if (this.#store !== undefined && !account.isLoaded) await this.#load(account, this.#store);
    for (let conflicts = 0; conflicts < MOST_CONFLICTS; conflicts++) {
      const state = units[0]?.replace ? new State(this.#options.clock) : account.state;
      const settle = units.map(({ run }) => run(state));
      const result = await this.#write(account, state, conflicts >= CONFLICTS_BEFORE_TURN);
      if (result.ok) {
        account.at = { sequence: result.sequence, tag: result.tag };
        if (state.changes > 0) {
          account.state = state;
          this.#options.onCommit(account.name, state.nextWork());
          state.commit();
        }
        return settle;
      }
      account.state.undo();
      if (result.tag === account.at.tag) await sleep(2 + Math.random() * 6); // Another process has the turn.
      this.#take(account, result);
    }
    throw new StoreUnavailable('state: other processes change the same account all the time; try again');
  }

  /** Commits the rows. Without rows, it checks whether the units have seen the current state. */
  async #write({ name, at, state: before }: Account, state: State, turn: boolean): Promise<CommitResult> {
    if (this.#store === undefined) return { ok: true, ...at };
    if (state.changes > 0) {
      const options = { wake: state.nextWork(), turn, replace: state !== before };
      return this.#store.commit(name, at, state.changedRows(), options);
    }
    const found = await this.#store.changes(name, at);
    return { ok: found.tag === at.tag, ...found };
  }

  async #load(account: Account, store: Store): Promise<void> {
    const { name, at } = account;
    // The last known position shows whether the store has lost data since.
    const lost = at.sequence > 0 && (await store.changes(name, at)).lost;
    this.#take(account, { ...(await store.changes(name, START)), lost });
    account.isLoaded = true;
  }

  #take(account: Account, { full, lost, rows, sequence, tag, now }: Changes): void {
    if (full) {
      const { id, event } = account.state.last;
      const floor = lost ? { id: id + SKIPPED_IDS, event: event + SKIPPED_IDS } : undefined;
      account.state = new State(this.#options.clock, floor);
    }
    if (lost) this.#reportLoss(account.name);
    account.state.apply(rows);
    account.at = { sequence, tag };
    this.#skew = now - Date.now();
  }

  #reportLoss(name: string): void {
    // Tells other processes at once which ids are skipped.
    const note = (unit: Unit): void => unit.setDocument(LAST, { ...unit.state.last });
    this.run(name, note, { background: true }).catch(this.#options.onError);
    this.#options.onNotice(
      'the store has lost data that it had confirmed: it was restarted from an older copy, or emptied. The sandbox continues with the remaining data, and reuses no id',
    );
  }
}

/** Returns how often the account was reset or restored. */
export function epochOf(state: State): number {
  return Number(state.document(EPOCH)?.count ?? 0);
}
