import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { RegisterKey } from 'payment-gateway-core/values';
import {
  type Changes,
  type CommitResult,
  type Position,
  type RealTime,
  START,
  type Store,
  StoreUnavailable,
} from '../stores/index.js';
import type { Clock } from './clock.js';
import { idsAfter, type Kind } from './model.js';
import type { SandboxSettings } from './settings.js';
import { OUTSIDE } from './snapshot.js';
import { type Last, State } from './state.js';
import { type Emitted, EPOCH, Unit } from './unit.js';
import { countUses, Uses } from './uses.js';

/** What all accounts of a process share. */
export interface SharedByAccounts {
  /** Default: only this process has the state. */
  readonly store?: Store | undefined;
  readonly time: RealTime;
  readonly settings: SandboxSettings;
  readonly clock: Clock;
  /** The uses in all accounts, which outlive dropped and reset accounts. */
  readonly totals: Uses;
  /** What happened in all accounts. */
  readonly facts: Set<string>;
  /** The most objects of a kind, and the most events, in an account. */
  readonly keep: number;
  /** Returns whether an account other than the named one has the object in the memory of this process. */
  readonly isElsewhere: (account: string, kind: Kind, id: number) => boolean;
  /** Called at the end of each unit that emitted events. Writes the events. */
  readonly writeEvents: (unit: Unit, events: readonly Emitted[]) => void;
  /** Called after each commit. `next`: the earliest real time at which the account has work. */
  readonly onCommit: (account: string, next: number | undefined) => void;
  /** Called when the store has lost data that it had confirmed. */
  readonly onLoss: (account: string) => void;
}

export interface TaskOptions {
  /** Runs the task on an empty state that replaces the whole account. */
  readonly replace?: boolean;
  /** The time of the task, by `performance.now()`. Default: when it runs. */
  readonly at?: number | undefined;
  /** Where browsers reach the pages of the task. Default: the address of the settings. */
  readonly publicUrl?: string | undefined;
  /** Counts the register entries that decide something in the task. */
  readonly counted?: boolean;
}

/** The most units of a group commit, so that it does not block other work for long. */
const MOST_UNITS = 100;

/** The numbers of conflicts in a row after which the store is asked for a turn, and after which the units fail. */
const CONFLICTS_BEFORE_TURN = 3;
const MOST_CONFLICTS = 100;

/** The ids to skip after a loss of data, because other processes may have assigned ids that this one has not seen. */
export const SKIPPED_IDS = 1000;

interface Waiting {
  /** Runs the unit. Returns a function that settles its promise after the commit. */
  readonly run: (state: State) => () => void;
  /** Whether the unit runs on an empty state in a separate commit. */
  readonly replace: boolean;
  readonly reject: (error: unknown) => void;
}

/** One account: its state, and the units of work that change it, one after the other in call order. */
export class Account {
  readonly name: string;
  /** The last recorded use, by `performance.now()`. */
  used = Number.NEGATIVE_INFINITY;
  /** Whether the state is in memory, and matches what the process last read from the store. */
  isLoaded = false;
  /** How often each register entry decided something in this process. */
  readonly uses = new Uses();
  readonly #shared: SharedByAccounts;
  #state: State;
  /** The clock of the last unit, and the real time at which this process first saw it. */
  #clock: Clock;
  #clockSeen = Number.NEGATIVE_INFINITY;
  #at: Position = START;
  /** The units to run, with those of the commit under way. */
  readonly #waiting: Waiting[] = [];
  /** The number before the ids of the account. Undefined until the store has told it. */
  #first: number | undefined;

  /** `number`: the number of the account. Without it, the store has it. */
  constructor(name: string, shared: SharedByAccounts, number: number | undefined) {
    this.name = name;
    this.#shared = shared;
    this.#first = number === undefined ? undefined : idsAfter(number);
    this.#state = this.#newState();
    this.#clock = shared.clock;
  }

  get isBusy(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether the store knows the account. */
  get isStored(): boolean {
    return this.#at.sequence > 0;
  }

  has(kind: Kind, id: number): boolean {
    return this.#state.object(kind, id) !== undefined;
  }

  /** Returns the earliest real time at which the account has work, as far as this process knows. */
  nextWork(): number | undefined {
    return this.#state.nextWork();
  }

  /** Resolves after the changes of the task are committed. Rejects without a commit, with the error of the task or with a `StoreUnavailable`. */
  run<Result>(
    task: (unit: Unit) => Result,
    { replace = false, at, publicUrl, counted = false }: TaskOptions = {},
  ): Promise<Result> {
    const { settings, keep, writeEvents } = this.#shared;
    const isElsewhere = (kind: Kind, id: number) => this.#shared.isElsewhere(this.name, kind, id);
    return new Promise((resolve, reject) => {
      const run = (state: State): (() => void) => {
        const realTime = this.#timeOf(state, at);
        const options = { account: this.name, realTime, settings, keep, publicUrl, request: at, isElsewhere };
        const unit = new Unit(state, options);
        const attempt = () =>
          unit.attempt(() => {
            // Long work, such as an advance of the clock, stops when it sees another epoch.
            if (replace) this.#begin(unit);
            const value = task(unit);
            if (unit.emitted.length > 0) writeEvents(unit, unit.emitted);
            return value;
          });
        const used: RegisterKey[] = [];
        const result = counted ? countUses(attempt, used) : attempt();
        return () => {
          // After the commit, because a unit may run again. A refused request relies on its entries, too.
          this.count(used);
          if (!('error' in result)) for (const fact of unit.facts) this.#shared.facts.add(fact);
          if (replace) this.uses.clear();
          if ('error' in result) reject(result.error);
          else resolve(result.value);
        };
      };
      if (this.#waiting.push({ run, replace, reject }) === 1) void this.#runWaiting();
    });
  }

  /** Writes what an account keeps when everything in it is replaced. Receivers exist outside the account, and still wait for its events. */
  #begin(unit: Unit): void {
    unit.setDocument(EPOCH, { count: epochOf(this.#state) + 1 });
    for (const name of OUTSIDE) {
      const kept = this.#state.document(name);
      if (kept !== undefined) unit.setDocument(name, kept);
    }
  }

  count(used: readonly RegisterKey[]): void {
    this.uses.add(used);
    this.#shared.totals.add(used);
  }

  /** Frees the memory of an account that the store has too. Keeps the last ids, in case the store loses data meanwhile. */
  unload(): void {
    this.#state = this.#newState(this.#state.last);
    this.isLoaded = false;
  }

  #newState(floor?: Last): State {
    return new State(this.#shared.clock, this.#first, floor);
  }

  /** Returns the real time of a unit. The account's clock does not go back for a request that arrived before the clock was moved. */
  #timeOf({ clock }: State, at: number | undefined): number {
    const { time } = this.#shared;
    if (clock !== this.#clock) {
      this.#clock = clock;
      this.#clockSeen = time.now();
    }
    return Math.max(time.now(at), this.#clockSeen);
  }

  async #runWaiting(): Promise<void> {
    // Units that arrive in the same turn share a commit.
    if (this.#shared.store !== undefined) await nextTurn();
    while (this.#waiting.length > 0) {
      const units = this.#nextUnits();
      const settle = await this.#runAndCommit(units).catch((error: unknown) => {
        this.#state.undo();
        for (const { reject } of units) reject(error);
        return [];
      });
      this.#waiting.splice(0, units.length);
      for (const one of settle) one();
    }
  }

  /** Returns the units of the next commit. A unit that replaces the account has its own commit. */
  #nextUnits(): readonly Waiting[] {
    if (this.#waiting[0]?.replace) return this.#waiting.slice(0, 1);
    const replacing = this.#waiting.findIndex(({ replace }) => replace);
    return this.#waiting.slice(0, Math.min(MOST_UNITS, replacing < 0 ? MOST_UNITS : replacing));
  }

  /** Runs the units and commits their changes. Repeats both after a conflict. Returns functions that settle the units. */
  async #runAndCommit(units: readonly Waiting[]): Promise<(() => void)[]> {
    const { store } = this.#shared;
    if (store !== undefined && !this.isLoaded) await this.#load(store);
    for (let conflicts = 0; conflicts < MOST_CONFLICTS; conflicts++) {
      const state = units[0]?.replace ? this.#newState() : this.#state;
      const settle = units.map(({ run }) => run(state));
      const result = await this.#commit(state, conflicts >= CONFLICTS_BEFORE_TURN);
      if (result.ok) {
        this.#at = { sequence: result.sequence, tag: result.tag };
        if (state.changes > 0) {
          this.#state = state;
          this.#shared.onCommit(this.name, state.nextWork());
          state.commit();
        }
        return settle;
      }
      this.#state.undo();
      if (result.tag === this.#at.tag) await sleep(2 + Math.random() * 6); // Another process has the turn.
      this.#take(result);
    }
    throw new StoreUnavailable('state: other processes change the same account all the time; try again');
  }

  /** Commits the rows. Without rows, it checks whether the units have seen the current state. */
  async #commit(state: State, turn: boolean): Promise<CommitResult> {
    const { store, time } = this.#shared;
    if (store === undefined) return { ok: true, ...this.#at };
    if (state.changes > 0) {
      const options = { wake: state.nextWork(), turn, replace: state !== this.#state };
      return store.commit(this.name, this.#at, state.changedRows(), options);
    }
    const found = await store.changes(this.name, this.#at);
    time.reach(found.now);
    return { ok: found.tag === this.#at.tag, ...found };
  }

  async #load(store: Store): Promise<void> {
    this.#first ??= idsAfter(await store.numberOf(this.name));
    // The last known position shows whether the store has lost data since.
    const lost = this.isStored && (await store.changes(this.name, this.#at)).lost;
    const found = await store.changes(this.name, START);
    this.#take({ ...found, lost: lost || found.lost });
    this.isLoaded = true;
  }

  #take({ full, lost, rows, sequence, tag, now }: Changes): void {
    const { time, onLoss } = this.#shared;
    if (full) {
      const { id, event } = this.#state.last;
      const floor = lost ? { id: id + SKIPPED_IDS, event: event + SKIPPED_IDS } : undefined;
      this.#state = this.#newState(floor);
    }
    if (lost) onLoss(this.name);
    try {
      this.#state.apply(rows);
    } catch {
      this.isLoaded = false;
      throw new StoreUnavailable(
        `state: what the store has of the account ${this.name} is damaged: restore a copy, or start with a new state`,
      );
    }
    this.#at = { sequence, tag };
    time.follow(now);
  }
}

/** Returns how often the account was reset or restored. */
export function epochOf(state: State): number {
  return Number(state.document(EPOCH)?.count ?? 0);
}
