import { performance } from 'node:perf_hooks';
import type { RegisterKey } from 'payment-gateway-core/values';
import { RealTime, type Store } from '../stores/index.js';
import { Account, type SharedByAccounts, type TaskOptions } from './account.js';
import { LAST_IDS } from './state.js';
import type { Unit } from './unit.js';
import { Uses } from './uses.js';

export interface AccountsOptions
  extends Omit<SharedByAccounts, 'time' | 'onLoss' | 'totals' | 'facts' | 'isElsewhere'> {
  /** The most accounts. The sandbox drops the least recently used ones. */
  readonly keepAccounts: number;
  /** Called when the sandbox drops an account because of the limit. */
  readonly onDrop: (account: string) => void;
  /** Receives one line about dropped accounts and lost data. */
  readonly onNotice: (line: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Runs a task as one unit of work. Repeats it after a conflict. */
export type Run = <Result>(account: string, task: (unit: Unit) => Result, options?: RunOptions) => Promise<Result>;

interface RunOptions extends TaskOptions {
  /** Background work does not count as use of the account. */
  readonly background?: boolean;
}

/** How long an unused account stays in memory if a store has it, and how often to record its use in the store. Milliseconds. */
const IDLE = 60_000;
const TOUCH_AGAIN = 1000;

/** All accounts of this process, with limits for their number and their memory. */
export class Accounts {
  readonly totals = new Uses();
  /** What happened in all accounts, as short texts. */
  readonly facts = new Set<string>();
  readonly #options: AccountsOptions;
  readonly #store: Store | undefined;
  readonly #shared: SharedByAccounts;
  readonly #time = new RealTime();
  /** Least recently used first. */
  readonly #accounts = new Map<string, Account>();
  #isDropNoticed = false;
  /** How many accounts this process has had. A store counts them itself. */
  #count = 0;

  constructor(options: AccountsOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#shared = {
      ...options,
      totals: this.totals,
      facts: this.facts,
      time: this.#time,
      onLoss: (name) => this.#reportLoss(name),
      isElsewhere: (name, kind, id) =>
        [...this.#accounts.values()].some((account) => account.name !== name && account.has(kind, id)),
    };
  }

  /** The real time in milliseconds. All processes that share the store have the same one. */
  get realTime(): number {
    return this.#time.now();
  }

  /** Resolves after the changes of the task are committed. Rejects without a commit, with the error of the task or with a `StoreUnavailable`. */
  readonly run: Run = (name, task, { background = false, ...options } = {}) =>
    this.#account(name, background).run(task, options);

  /** Returns the earliest real time at which the account has work, as far as this process knows. */
  nextWork(name: string): number | undefined {
    return this.#accounts.get(name)?.nextWork();
  }

  usesOf(name: string): Uses {
    return this.#account(name, false).uses;
  }

  /** Counts entries that decided something outside of a unit. The request before has touched the account. */
  count(name: string, used: readonly RegisterKey[]): void {
    this.#accounts.get(name)?.count(used);
  }

  /** Returns the names of accounts, least recently used first. */
  async names(): Promise<string[]> {
    const stored = (await this.#store?.accounts()) ?? [];
    // An account without a commit exists only in this process.
    const own = [...this.#accounts.values()].filter(({ isStored }) => !isStored);
    return [...new Set([...stored, ...own.map(({ name }) => name)])];
  }

  /**
   * Removes unused accounts from memory, because the store has them too. Reads the changes of the others, so that the process notices lost data
   * before another process assigns the lost ids again.
   */
  tend(): void {
    const before = performance.now() - IDLE;
    for (const [name, account] of this.#accounts) {
      if (account.isBusy || !account.isLoaded) continue;
      if (account.used < before) account.unload();
      // The units report an unavailable store.
      else this.run(name, () => {}, { background: true }).catch(() => {});
    }
  }

  #account(name: string, background: boolean): Account {
    const known = this.#accounts.get(name);
    const isCounted = this.#store === undefined && !background;
    const account = known ?? new Account(name, this.#shared, isCounted ? ++this.#count : undefined);
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

  async drop(name: string): Promise<void> {
    await this.#store?.drop(name);
    this.#accounts.delete(name);
    this.#options.onDrop(name);
  }

  /** Drops the least recently used accounts above the limit, except a new one. */
  async #dropSurplus(created: string): Promise<void> {
    const { keepAccounts, onNotice } = this.#options;
    const names = await this.names();
    for (const name of names.slice(0, Math.max(names.length - keepAccounts, 0))) {
      if (name === created || this.#accounts.get(name)?.isBusy) continue;
      await this.drop(name);
      if (this.#isDropNoticed) continue;
      this.#isDropNoticed = true;
      onNotice(
        `there are more than ${keepAccounts} accounts: from now on the sandbox drops the least recently used ones, which start empty when their token is used again. Raise --keep-accounts to keep more`,
      );
    }
  }

  #reportLoss(name: string): void {
    // Tells other processes at once which ids are skipped.
    const note = (unit: Unit): void => unit.setDocument(LAST_IDS, { ...unit.state.last });
    this.run(name, note, { background: true }).catch(this.#options.onError);
    this.#options.onNotice(
      'the store has lost data that it had confirmed: it was restarted from an older copy, or emptied, or it evicts keys. The sandbox continues with the remaining data, and reuses no id',
    );
  }
}
