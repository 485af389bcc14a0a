import { setTimeout as sleep } from 'node:timers/promises';
import { StateVersionError, StoreUnavailable } from '../errors.js';
import { STATE_VERSION, wrongVersion } from '../version.js';
import { type Connection, loadDriver, type Row, type Statement, type Value } from './driver.js';
import { APPLICATION_ID, SCHEMA } from './schema.js';

/** Result codes of SQLite. */
const BUSY = 5;
const LOCKED = 6;
const NOT_A_DATABASE = 26;
const CAUSES: Readonly<Record<number, string>> = {
  [BUSY]: 'another process keeps it locked',
  [LOCKED]: 'another process keeps it locked',
  8: 'it cannot be written to',
  10: 'the disk does not take it: it may be full or broken',
  11: 'it is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened: look at the folder and its permissions',
  [NOT_A_DATABASE]: 'it is no SQLite file',
};

/** How long a writer waits for another process, in milliseconds, without holding up the event loop. */
const PATIENCE = 3000;

/** A connection to a state file: prepared statements, and transactions that happen whole or not at all. */
export class Database {
  readonly #file: string;
  readonly #connection: Connection;
  readonly #statements = new Map<string, Statement>();

  /** Throws a `StateVersionError` for a file of another version or program, a `StoreUnavailable` for one that cannot be used. */
  constructor(file: string) {
    const { DatabaseSync } = loadDriver();
    this.#file = file;
    this.#connection = this.#guarded(() => new DatabaseSync(file));
    try {
      this.#guarded(() => this.#open());
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  run(sql: string, ...values: Value[]): number {
    return this.#guarded(() => Number(this.#statement(sql).run(...values).changes));
  }

  get(sql: string, ...values: Value[]): Row | undefined {
    return this.#guarded(() => this.#statement(sql).get(...values));
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.#guarded(() => this.#statement(sql).all(...values));
  }

  /** Runs the task in one transaction, which begins once no other process writes. The task must not wait for anything. */
  async write<Result>(task: () => Result): Promise<Result> {
    const deadline = performance.now() + PATIENCE;
    for (;;) {
      try {
        return this.#guarded(() => this.#transaction(task));
      } catch (error) {
        if (!(error instanceof StoreUnavailable && isLocked(error.cause)) || performance.now() > deadline) throw error;
      }
      await sleep(1 + Math.random() * 20);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  #transaction<Result>(task: () => Result): Result {
    this.#connection.exec('BEGIN IMMEDIATE');
    try {
      const result = task();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        this.#connection.exec('ROLLBACK');
      } catch {
        // SQLite has rolled back by itself, as it does when the disk is full.
      }
      throw error;
    }
  }

  #open(): void {
    // A pause that is felt by nobody; write() waits longer, without holding up the event loop.
    this.#connection.exec('PRAGMA busy_timeout = 20');
    this.#check();
    this.#connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    // 16 MB of log between checkpoints, each of which waits for the disk; 32 MB of pages in memory.
    this.#connection.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -32768');
  }

  /** Nothing is written to a file before it is known to be one of this version, or new. */
  #check(): void {
    if (this.#isNew()) {
      this.#transaction(() => {
        if (!this.#isNew()) return; // Another process was first.
        this.#connection.exec(SCHEMA);
        this.#connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STATE_VERSION}`);
      });
    }
    const [application, version] = [this.#pragma('application_id'), this.#pragma('user_version')];
    if (application !== APPLICATION_ID) {
      throw new StateVersionError(`${this.#file} is a SQLite file of another program: name a new file`);
    }
    if (version !== STATE_VERSION) throw new StateVersionError(wrongVersion(this.#file, version));
  }

  #isNew(): boolean {
    const tables = this.#connection.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count;
    return tables === 0 && this.#pragma('application_id') === 0 && this.#pragma('user_version') === 0;
  }

  #pragma(name: string): unknown {
    return this.#connection.prepare(`PRAGMA ${name}`).get()?.[name];
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#connection.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  #guarded<Result>(task: () => Result): Result {
    try {
      return task();
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined) throw error;
      const cause = CAUSES[code];
      if (code === NOT_A_DATABASE) {
        throw new StateVersionError(`${this.#file} is no state file of the sandbox: name a new file`, { cause: error });
      }
      const what = cause ?? (error instanceof Error ? error.message : 'unknown error');
      throw new StoreUnavailable(`the state file ${this.#file} cannot be used: ${what}`, { cause: error });
    }
  }
}

/** The primary result code of SQLite, when the error is one of its own. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

const isLocked = (error: unknown): boolean => [BUSY, LOCKED].includes(codeOf(error) ?? 0);
