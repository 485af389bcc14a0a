import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from './store.js';

type Value = string | number | null;

/** The part of `node:sqlite` that the store uses. The types of the oldest supported Node do not describe it. */
interface Connection {
  exec(sql: string): void;
  prepare(sql: string): { all(...values: Value[]): Record<string, Value>[] };
  close(): void;
}

/** "pgcs": tells a state file from the SQLite files of other programs. */
export const APPLICATION_ID = 0x70676373;

const SCHEMA = `
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, sequence INTEGER NOT NULL, tag TEXT NOT NULL,
  -- Older positions need the whole account.
  floor INTEGER NOT NULL,
  wake INTEGER, used INTEGER NOT NULL, dropped INTEGER, turn TEXT, turn_until INTEGER NOT NULL
);
CREATE INDEX accounts_wake ON accounts (wake) WHERE wake IS NOT NULL;
CREATE TABLE commits (
  number INTEGER PRIMARY KEY, account INTEGER NOT NULL, sequence INTEGER NOT NULL, tag TEXT NOT NULL,
  UNIQUE (account, sequence)
);
CREATE TABLE rows (
  account INTEGER NOT NULL, key TEXT NOT NULL, sequence INTEGER NOT NULL, value TEXT,
  PRIMARY KEY (account, key)
);
CREATE INDEX rows_sequence ON rows (account, sequence);
CREATE INDEX rows_tombstones ON rows (account, sequence) WHERE value IS NULL;
`;
const CREATE_ACCOUNT = `INSERT INTO accounts (name, sequence, tag, floor, used, turn_until) VALUES (?, 0, '', 0, ?, 0)
ON CONFLICT DO UPDATE SET used = excluded.used, dropped = NULL WHERE dropped IS NOT NULL`;
const PUT_ROW = `INSERT INTO rows VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET sequence = excluded.sequence, value = excluded.value`;
const MOVE_ACCOUNT = 'UPDATE accounts SET sequence = ?, tag = ?, floor = ?, wake = ?, turn_until = 0 WHERE id = ?';
const NEW_COMMITS = `SELECT name, max(number) AS number FROM commits JOIN accounts ON accounts.id = account
WHERE number > ? GROUP BY account`;

/** By result code of SQLite. */
const REASONS: Readonly<Record<number, string>> = {
  5: 'another process keeps it locked',
  6: 'another process keeps it locked',
  8: 'it cannot be written to: check its permissions',
  10: 'the disk is full or failing',
  11: 'it is damaged: restore a copy or use a new file',
  13: 'the disk is full',
  14: 'it cannot be opened: check the folder and its permissions',
};
const LOCKED = REASONS[5];
const NOT_A_DATABASE = 26;

/** How long a writer waits for another process, without blocking the event loop. Milliseconds, as all times here. */
const PATIENCE = 3000;
const TURN = 300;
const WATCH_INTERVAL = 50;
/** For how long the file can tell a dropped account from a lost one. */
const REMEMBER_DROP = 86_400_000;

/** Versioned rows in a SQLite file, which several processes can open. */
export class SqliteStore implements contract.Store {
  readonly #file: string;
  readonly #inode: number | undefined;
  readonly #connection: Connection;
  readonly #statements = new Map<string, ReturnType<Connection['prepare']>>();
  readonly #process = contract.newTag();
  /** The accounts' positions at a `data_version`. While the version is the same, no other connection has committed. */
  readonly #current = new Map<string, contract.Position & { readonly version: Value }>();
  readonly #listeners = new Set<(account: string) => void>();
  #watching: NodeJS.Timeout | undefined;
  #lastSignal = 0;
  #isClosed = false;

  /** Throws a `StateVersionError` for a file of another version or program, and a `StoreUnavailable` for one that cannot be used. */
  constructor(file: string) {
    const driver = process.getBuiltinModule?.('node:sqlite' as 'node:fs') as unknown;
    if (driver === undefined) {
      throw new Error(
        `a state file needs Node 22.13 or newer, and this is Node ${process.versions.node}: update Node, or keep the state in memory`,
      );
    }
    this.#file = file;
    const { DatabaseSync } = driver as { DatabaseSync: new (path: string) => Connection };
    this.#connection = this.#guarded(() => new DatabaseSync(resolve(file)));
    try {
      this.#guarded(() => this.#open());
    } catch (error) {
      this.#connection.close();
      throw error;
    }
    this.#inode = inodeOf(file);
  }

  async changes(account: string, at: contract.Position): Promise<contract.Changes> {
    return this.#guarded(() => {
      const current = this.#current.get(account);
      if (current !== undefined && isSame(current, at) && current.version === this.#pragma('data_version')) {
        return { ...at, full: false, lost: false, rows: [], now: Date.now() };
      }
      return this.#transaction('BEGIN', () => this.#read(account, at));
    });
  }

  async commit(
    account: string,
    at: contract.Position,
    rows: readonly contract.Row[],
    options: contract.CommitOptions,
  ): Promise<contract.CommitResult> {
    let isBlocked = false;
    const result = await this.#write((): contract.CommitResult => {
      const { id, sequence, tag, turn, turnUntil } = this.#find(account);
      const now = Date.now();
      isBlocked = turnUntil > now && turn !== this.#process;
      if (!isBlocked && isSame({ sequence, tag }, at)) return { ok: true, ...this.#append(account, rows, options) };
      if (!isBlocked && options.turn === true) {
        this.#all('UPDATE accounts SET turn = ?, turn_until = ? WHERE id = ?', this.#process, now + TURN, id);
      }
      return { ok: false, ...this.#read(account, at) };
    });
    if (!isBlocked) return result;
    await sleep(2 + Math.random() * 6);
    return { ok: false, ...(await this.changes(account, at)) };
  }

  async drop(account: string): Promise<void> {
    await this.#write(() => {
      const { id, sequence } = this.#find(account);
      if (sequence === 0) return;
      this.#append(account, [], { replace: true, wake: undefined });
      this.#all('DELETE FROM commits WHERE account = ?', id);
      this.#all('UPDATE accounts SET dropped = ? WHERE id = ?', Date.now(), id);
      this.#all('DELETE FROM accounts WHERE dropped < ?', Date.now() - REMEMBER_DROP);
    });
  }

  async due(before: number): Promise<{ account: string; at: number }[]> {
    const found = this.#all('SELECT name, wake FROM accounts WHERE wake < ? ORDER BY wake', before);
    return found.map(({ name, wake }) => ({ account: String(name), at: Number(wake) }));
  }

  async accounts(): Promise<string[]> {
    return this.#all('SELECT name FROM accounts WHERE dropped IS NULL ORDER BY used').map(({ name }) => String(name));
  }

  async touch(account: string): Promise<void> {
    await this.#write(() => this.#all('UPDATE accounts SET used = ? WHERE name = ?', Date.now(), account));
  }

  watch(listener: (account: string) => void): () => void {
    this.#listeners.add(listener);
    if (this.#watching === undefined) {
      this.#lastSignal = Number(this.#all('SELECT max(number) AS number FROM commits')[0]?.number);
      this.#watching = setInterval(() => this.#signal(), WATCH_INTERVAL).unref();
    }
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#watching);
    if (!this.#isClosed) this.#connection.close();
    this.#isClosed = true;
  }

  /** Runs in a transaction, so that the position belongs to the rows. */
  #read(account: string, at: contract.Position): contract.Changes {
    const version = this.#pragma('data_version');
    const { id, sequence, tag, floor } = this.#find(account);
    const known = this.#all('SELECT tag FROM commits WHERE account = ? AND sequence = ?', id, at.sequence)[0]?.tag;
    const lost = at.sequence > sequence || (known !== undefined && known !== at.tag);
    const full = lost || known === undefined || at.sequence < floor;
    const condition = full ? 'value IS NOT NULL AND sequence > ?' : 'sequence > ?';
    const query = `SELECT key, value FROM rows WHERE account = ? AND ${condition} ORDER BY sequence`;
    const rows = this.#all(query, id, full ? 0 : at.sequence).map(({ key, value }) => ({
      key: String(key),
      value: value === null ? undefined : String(value),
    }));
    this.#current.set(account, { sequence, tag, version });
    return { sequence, tag, full, lost, rows, now: Date.now() };
  }

  /** Runs in a transaction. */
  #append(account: string, rows: readonly contract.Row[], options: contract.CommitOptions): contract.Position {
    const version = this.#pragma('data_version');
    this.#all(CREATE_ACCOUNT, account, Date.now());
    const { id, floor, sequence: last } = this.#find(account);
    const [sequence, tag, wake] = [last + 1, contract.newTag(), options.wake ?? null];
    if (options.replace === true) this.#all('DELETE FROM rows WHERE account = ?', id);
    for (const { key, value, silent = false } of rows) {
      if (value === undefined && silent) this.#all('DELETE FROM rows WHERE account = ? AND key = ?', id, key);
      else this.#all(PUT_ROW, id, key, sequence, value ?? null);
    }
    this.#all('INSERT INTO commits (account, sequence, tag) VALUES (?, ?, ?)', id, sequence, tag);
    this.#all(MOVE_ACCOUNT, sequence, tag, options.replace === true ? sequence : floor, wake, id);
    if (sequence % 1000 === 0) {
      const forgotten = sequence - contract.HISTORY;
      this.#all('DELETE FROM commits WHERE account = ? AND sequence <= ?', id, forgotten);
      this.#all('DELETE FROM rows WHERE account = ? AND sequence <= ? AND value IS NULL', id, forgotten);
    }
    this.#current.set(account, { sequence, tag, version });
    return { sequence, tag };
  }

  #find(account: string) {
    const found = this.#all('SELECT * FROM accounts WHERE name = ?', account)[0];
    const number = (column: string): number => Number(found?.[column] ?? 0);
    return {
      id: number('id'),
      sequence: number('sequence'),
      tag: String(found?.tag ?? ''),
      floor: number('floor'),
      turn: found?.turn,
      turnUntil: number('turn_until'),
    };
  }

  #signal(): void {
    try {
      for (const { name, number } of this.#all(NEW_COMMITS, this.#lastSignal)) {
        this.#lastSignal = Math.max(this.#lastSignal, Number(number));
        for (const listener of this.#listeners) listener(String(name));
      }
    } catch (error) {
      if (!(error instanceof contract.StoreUnavailable)) throw error;
    }
  }

  /** Runs the task in a transaction, once no other process writes. */
  async #write<Result>(task: () => Result): Promise<Result> {
    for (const end = performance.now() + PATIENCE; ; await sleep(1 + Math.random() * 10)) {
      try {
        return this.#guarded(() => {
          if (inodeOf(this.#file) !== this.#inode)
            throw this.#unavailable('it was moved, removed or replaced: restart the sandbox');
          return this.#transaction('BEGIN IMMEDIATE', task);
        });
      } catch (error) {
        if (!(error instanceof Error && error.message.endsWith(`${LOCKED}`)) || performance.now() > end) throw error;
      }
    }
  }

  #transaction<Result>(begin: string, task: () => Result): Result {
    this.#all(begin);
    try {
      const result = task();
      this.#all('COMMIT');
      return result;
    } catch (error) {
      try {
        this.#connection.exec('ROLLBACK');
      } catch {
        // SQLite has rolled back by itself, for example because the disk is full.
      }
      throw error;
    }
  }

  /** Writes nothing before it knows that the file is new or a state file of this version. */
  #open(): void {
    this.#connection.exec('PRAGMA busy_timeout = 20');
    const isNew = () => this.#pragma('application_id') === 0 && this.#all('SELECT 1 FROM sqlite_schema').length === 0;
    if (isNew()) {
      this.#transaction('BEGIN IMMEDIATE', () => {
        if (!isNew()) return; // Another process was first.
        this.#connection.exec(SCHEMA);
        this.#connection.exec(
          `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${contract.STORE_VERSION}`,
        );
      });
    }
    if (this.#pragma('application_id') !== APPLICATION_ID) {
      throw new contract.StateVersionError(`${this.#file} is a SQLite file of another program: use a new file`);
    }
    const version = this.#pragma('user_version');
    if (version !== contract.STORE_VERSION)
      throw new contract.StateVersionError(contract.wrongVersion(this.#file, version));
    // A commit survives the end of the process, not always a power failure. 16 MB between checkpoints, 32 MB of cache.
    this.#connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    this.#connection.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -32768');
  }

  #pragma(name: string): Value {
    return this.#all(`PRAGMA ${name}`)[0]?.[name] ?? null;
  }

  #all(sql: string, ...values: Value[]): Record<string, Value>[] {
    return this.#guarded(() => {
      const statement = this.#statements.get(sql) ?? this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
      return statement.all(...values);
    });
  }

  #guarded<Result>(task: () => Result): Result {
    try {
      return task();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if ('code' in error && error.code === 'ERR_INVALID_STATE')
        throw new contract.StoreUnavailable('the store is closed');
      if (!('errcode' in error)) throw error;
      const code = Number(error.errcode) & 0xff;
      if (code === NOT_A_DATABASE) {
        throw new contract.StateVersionError(`${this.#file} is not a state file of the sandbox: use a new file`, {
          cause: error,
        });
      }
      throw this.#unavailable(REASONS[code] ?? error.message);
    }
  }

  #unavailable(reason: string): contract.StoreUnavailable {
    return new contract.StoreUnavailable(`the state file ${this.#file} cannot be used: ${reason}`);
  }
}

const isSame = (one: contract.Position, other: contract.Position): boolean =>
  one.sequence === other.sequence && one.tag === other.tag;

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;
