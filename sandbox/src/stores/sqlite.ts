import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { statOf } from 'payment-gateway-core/files';
import { RealTime } from './real-time.js';
import type { Changes, CommitOptions, CommitResult, Position, Row, Store } from './store.js';
import * as base from './store.js';

/** The part of `node:sqlite` that the store uses. The types of the oldest supported Node do not describe it. */
interface Connection {
  exec(sql: string): void;
  prepare(sql: string): { all(...values: (string | number | null)[]): Record<string, unknown>[] };
  close(): void;
}

/** "pgcs": tells a state file from the SQLite files of other programs. */
export const APPLICATION_ID = 0x70676373;

/** A row without a value is a tombstone. An account without a time of use was dropped: its position tells that from a loss. */
const SCHEMA = `
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY, name TEXT UNIQUE, sequence INTEGER, tag TEXT,
  wake INTEGER, used INTEGER, turn TEXT, turn_until INTEGER
);
CREATE INDEX accounts_wake ON accounts (wake) WHERE wake IS NOT NULL;
CREATE TABLE commits (account INTEGER, sequence INTEGER, tag TEXT, PRIMARY KEY (account, sequence)) WITHOUT ROWID;
CREATE TABLE rows (account INTEGER, key TEXT, sequence INTEGER, value TEXT, PRIMARY KEY (account, key));
CREATE INDEX rows_sequence ON rows (account, sequence);
CREATE INDEX rows_tombstones ON rows (account, sequence) WHERE value IS NULL;
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${base.STORE_VERSION}`;
/** A numbered account without a commit is like one that was dropped. */
const NUMBER_ACCOUNT = `INSERT INTO accounts (name, sequence, tag, turn_until) VALUES (?, 0, '', 0)
ON CONFLICT DO UPDATE SET name = name RETURNING id`;
const MOVE_ACCOUNT = `INSERT INTO accounts (name, sequence, tag, wake, used, turn_until) VALUES (?, 1, ?, ?, ?, 0)
ON CONFLICT DO UPDATE SET sequence = sequence + 1, tag = excluded.tag, wake = excluded.wake, turn_until = 0,
used = ifnull(used, excluded.used) RETURNING id, sequence`;
const PUT_ROW = `INSERT INTO rows VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET sequence = excluded.sequence, value = excluded.value`;

/** No account has the id -1. Its row has the time of the last commit instead of a tag. */
const PUT_TIME = 'INSERT OR REPLACE INTO commits VALUES (-1, 0, ?)';
const GET_TIME = 'SELECT tag AS time FROM commits WHERE account = -1';

const ABSENT = { ...base.START, id: 0, turn: null as string | null, turn_until: 0 };

const LOCKED = 'another process keeps it locked';
/** Messages by SQLite result code. */
const REASONS: Readonly<Record<number, string>> = {
  5: LOCKED,
  8: 'it cannot be written to: check its permissions',
  10: 'the disk is full or failing',
  11: 'it is damaged: restore a copy or use a new file',
  13: 'the disk is full',
  14: 'it cannot be opened: check the folder and its permissions',
  26: 'it is not a state file of the sandbox: use a new file',
};

/** How long a writer waits for another process. Milliseconds, like all times in this file. */
const PATIENCE = 3000;

/** Versioned rows in a SQLite file, which several processes can open. */
export class SqliteStore implements Store {
  readonly #file: string;
  readonly #inodes: string;
  readonly #connection: Connection;
  readonly #statements = new Map<string, ReturnType<Connection['prepare']>>();
  readonly #process = base.newTag();
  readonly #time = new RealTime();
  #isClosed = false;

  /** Throws a `StateVersionError` for a file of another version or program, and a `StoreUnavailable` for one that cannot be used. */
  constructor(file: string) {
    this.#file = file;
    if (statOf(file)?.isFile() === false) throw this.#unavailable('it is not a regular file: name another one');
    const driver: unknown = process.getBuiltinModule?.('node:sqlite' as 'node:fs');
    if (driver === undefined) throw new Error(`a state file needs Node 22.13 or newer, not ${process.versions.node}`);
    const { DatabaseSync } = driver as { DatabaseSync: new (path: string) => Connection };
    createPrivate(file);
    this.#connection = this.#guarded(() => new DatabaseSync(resolve(file)));
    this.#guarded(() => this.#open());
    this.#inodes = inodesOf(file);
  }

  async numberOf(account: string): Promise<number> {
    const { id } = this.#find(account);
    return id || this.#write(() => Number(this.#all(NUMBER_ACCOUNT, account)[0]?.id));
  }

  async changes(account: string, at: Position): Promise<Changes> {
    this.#checkFiles();
    return this.#transaction('BEGIN', () => this.#read(account, at));
  }

  async commit(account: string, at: Position, rows: readonly Row[], options: CommitOptions): Promise<CommitResult> {
    return this.#write((): CommitResult => {
      const { id, tag, turn, turn_until } = this.#find(account);
      const now = this.#time.now();
      const mayCommit = turn === this.#process || turn_until <= now || turn_until > now + base.TURN;
      if (mayCommit && tag === at.tag) return { ok: true, ...this.#append(account, rows, options) };
      if (mayCommit && options.turn === true) {
        this.#all('UPDATE accounts SET turn = ?, turn_until = ? WHERE id = ?', this.#process, now + base.TURN, id);
      }
      return { ok: false, ...this.#read(account, at) };
    });
  }

  async due(before: number): Promise<{ account: string; at: number }[]> {
    const query = 'SELECT name AS account, wake AS at FROM accounts WHERE wake < ? ORDER BY wake';
    return this.#all(query, before) as { account: string; at: number }[];
  }

  async accounts(): Promise<string[]> {
    return this.#all('SELECT name FROM accounts WHERE used IS NOT NULL ORDER BY used').map(({ name }) => String(name));
  }

  async touch(account: string): Promise<void> {
    await this.#write(() =>
      this.#all('UPDATE accounts SET used = ? WHERE name = ? AND used > 0', this.#time.now(), account),
    );
  }

  async drop(account: string): Promise<void> {
    await this.#write(() => {
      if (this.#find(account).sequence === 0) return;
      this.#append(account, [], { replace: true, wake: undefined });
      this.#all('UPDATE accounts SET used = NULL WHERE name = ?', account);
    });
  }

  async close(): Promise<void> {
    if (!this.#isClosed) this.#connection.close();
    this.#isClosed = true;
  }

  #find(account: string): typeof ABSENT {
    return (this.#all('SELECT * FROM accounts WHERE name = ?', account)[0] as typeof ABSENT | undefined) ?? ABSENT;
  }

  /** Runs in a transaction, like `#append`, so that the position belongs to the rows. */
  #read(account: string, at: Position): Changes {
    const { id, sequence, tag } = this.#find(account);
    const known = this.#all('SELECT tag FROM commits WHERE account = ? AND sequence = ?', id, at.sequence)[0]?.tag;
    const lost = at.sequence > sequence || (known !== undefined && known !== at.tag);
    const full = lost || known === undefined;
    const query = `SELECT key, value FROM rows WHERE account = ? AND sequence > ?${full ? ' AND value IS NOT NULL' : ''}`;
    const found = this.#all(query, id, full ? 0 : at.sequence) as { key: string; value: string | null }[];
    const rows = found.map(({ key, value }) => ({ key, value: value ?? undefined }));
    return { sequence, tag, full, lost, rows, now: this.#time.now() };
  }

  #append(account: string, rows: readonly Row[], { replace = false, wake }: CommitOptions): Position {
    const tag = base.newTag();
    const { id, sequence } = this.#all(MOVE_ACCOUNT, account, tag, wake ?? null, this.#time.now())[0] as typeof ABSENT;
    for (const table of replace ? ['rows', 'commits'] : []) this.#all(`DELETE FROM ${table} WHERE account = ?`, id);
    for (const { key, value, silent = false } of rows) {
      if (value === undefined && silent) this.#all('DELETE FROM rows WHERE account = ? AND key = ?', id, key);
      else this.#all(PUT_ROW, id, key, sequence, value ?? null);
    }
    this.#all('INSERT INTO commits VALUES (?, ?, ?)', id, sequence, tag);
    this.#all(PUT_TIME, String(this.#time.now()));
    if (sequence % 1000 === 0) {
      for (const old of ['commits WHERE', 'rows WHERE value IS NULL AND']) {
        this.#all(`DELETE FROM ${old} account = ? AND sequence <= ?`, id, sequence - base.HISTORY);
      }
    }
    return { sequence, tag };
  }

  /** Waits until no other process writes, without blocking the event loop. */
  async #write<Result>(task: () => Result): Promise<Result> {
    for (const end = performance.now() + PATIENCE; ; await sleep(1 + Math.random() * 10)) {
      this.#checkFiles();
      try {
        return this.#transaction('BEGIN IMMEDIATE', task);
      } catch (error) {
        if (!(error instanceof Error && error.message.endsWith(LOCKED)) || performance.now() > end) throw error;
      }
    }
  }

  /** Throws if another process would open other files than this one has open. */
  #checkFiles(): void {
    if (!this.#isClosed && inodesOf(this.#file) !== this.#inodes)
      throw this.#unavailable('it or its -wal or -shm file was moved or replaced: restart the sandbox');
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
      } catch {} // After some errors, such as a full disk, SQLite has rolled back already.
      throw error;
    }
  }

  /** Opens the file. Writes only after checking that the file is new or a state file of this version. */
  #open(): void {
    // Another process may be recovering the file after a crash.
    this.#connection.exec(`PRAGMA busy_timeout = ${PATIENCE}`);
    const isNew = () => this.#pragma('application_id') === 0 && this.#all('SELECT 1 FROM sqlite_schema').length === 0;
    if (isNew()) this.#transaction('BEGIN IMMEDIATE', () => isNew() && this.#connection.exec(SCHEMA));
    const [application, version] = [this.#pragma('application_id'), this.#pragma('user_version')];
    if (application !== APPLICATION_ID) {
      throw new base.StateVersionError(`${this.#file} is a SQLite file of another program: use a new file`);
    }
    if (version !== base.STORE_VERSION) throw new base.StateVersionError(base.wrongVersion(this.#file, version));
    // A commit survives the end of the process, but perhaps not a power failure. 16 MB between checkpoints, 32 MB of cache.
    // Now it is known to be a state file, and the files next to it get the same mode.
    makePrivate(this.#file);
    this.#connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000');
    this.#connection.exec('PRAGMA cache_size = -32768; BEGIN IMMEDIATE; ROLLBACK; PRAGMA busy_timeout = 20');
    // The host's clock may have been set back since. Work and leases of then would wait until it is where it was.
    this.#time.reach(Number(this.#all(GET_TIME)[0]?.time ?? 0));
  }

  #pragma(name: string): unknown {
    return this.#all(`PRAGMA ${name}`)[0]?.[name];
  }

  #all(sql: string, ...values: (string | number | null)[]): Record<string, unknown>[] {
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
      if (this.#isClosed) throw new base.StoreUnavailable('the store is closed');
      if (!(error instanceof Error && 'errcode' in error)) throw error;
      const code = Number(error.errcode) & 0xff;
      throw this.#unavailable(REASONS[code] ?? error.message);
    }
  }

  #unavailable(reason: string): Error {
    return new base.StoreUnavailable(`the state file ${this.#file} cannot be used: ${reason}`);
  }
}

/** Returns the inodes of the file and of the two files that SQLite keeps next to it while a process has it open. */
const inodesOf = (file: string): string =>
  ['', '-wal', '-shm'].map((suffix) => statSync(file + suffix, { throwIfNoEntry: false })?.ino).join();

/** Makes a file that existed one for its owner only. */
function makePrivate(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // It belongs to another user, who permits this one to write.
  }
}

/** Creates the file for its owner only, because it holds what the shop sent. SQLite gives the files next to it the same mode. */
function createPrivate(file: string): void {
  // Closing a file that is open in this process would end the locks of SQLite.
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // SQLite reports the problem.
  }
}
