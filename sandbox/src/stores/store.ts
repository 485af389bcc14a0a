import { randomBytes } from 'node:crypto';

/** One row of an account: a key such as `transactions/1001`, and its JSON text. A row without a value is deleted. */
export interface Row {
  readonly key: string;
  readonly value: string | undefined;
  /** The deletion leaves no tombstone, because a watermark row of the same commit tells the other processes. */
  readonly silent?: boolean;
}

/**
 * How far a process has read an account. Each commit raises the sequence by one and has a random tag, which shows that a store has lost data: the
 * same sequence then has another tag. `START` means that nothing has been read.
 */
export interface Position {
  readonly sequence: number;
  readonly tag: string;
}

export const START: Position = { sequence: 0, tag: '' };

/** The rows that changed, and the position at which they are current. */
export interface Changes extends Position {
  /** `rows` is the whole account: forget what you had. Set if you are too far behind, or if the store does not know your tag. */
  readonly full: boolean;
  /** The changes are full because the store does not know a position that it once gave out: it has lost data. */
  readonly lost: boolean;
  /** Each key once, in any order. */
  readonly rows: readonly Row[];
  /** The store's time, in milliseconds. */
  readonly now: number;
}

export interface CommitOptions {
  /** The rows replace the whole account (reset, restore). */
  readonly replace?: boolean;
  /** The earliest store time, in milliseconds, at which the account has work after this commit. `undefined`: it has none. */
  readonly wake: number | undefined;
  /** After a conflict, reserves a short turn for this process to commit alone. Set it after three conflicts in a row. */
  readonly turn?: boolean;
}

export type CommitResult = ({ readonly ok: true } & Position) | ({ readonly ok: false } & Changes);

/** Versioned rows per account, shared by several processes. Every method can reject with `StoreUnavailable`. */
export interface Store {
  /** Returns the number of an account, from 1 in the order of first use. All processes get the same one. */
  numberOf(account: string): Promise<number>;
  changes(account: string, at: Position): Promise<Changes>;
  /**
   * Writes the rows if the account is still at the position. Otherwise it writes nothing and returns the rows that you lack. If you lack none, another
   * process has the turn: try again in a few milliseconds.
   */
  commit(account: string, at: Position, rows: readonly Row[], options: CommitOptions): Promise<CommitResult>;
  /** Returns the accounts with work before a store time in milliseconds, earliest first. */
  due(before: number): Promise<readonly { readonly account: string; readonly at: number }[]>;
  /** Returns all accounts, least recently used first. */
  accounts(): Promise<readonly string[]>;
  /** Records that an account is in use now. Does nothing if the account does not exist. */
  touch(account: string): Promise<void>;
  drop(account: string): Promise<void>;
  /**
   * Calls `onChange` with each account that a process has changed, if the store can tell. A signal can be late or missing, so read
   * `changes` too. Calls `onBroken` when the connection breaks, because the store may lose data meanwhile.
   */
  watch?(onChange: (account: string) => void, onBroken?: () => void): void;
  close(): Promise<void>;
}

/** Older tombstones and tags are deleted. A process that is further behind reads the whole account. */
export const HISTORY = 10_000;

/** How long a turn lasts if its process does not commit. Milliseconds. */
export const TURN = 300;

/** The version of the stored data. Raise it with every change, so that the package refuses data of another version. */
export const STORE_VERSION = 7;

/**
 * The store cannot be used now, and the call has changed nothing. One exception: if a commit was sent and the connection broke for good, its outcome is
 * unknown, which the message mentions. Then read `changes` before the next commit. The message names the problem without secrets.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** Another version of the package, or another program, wrote the file, the keys or the snapshot. */
export class StateVersionError extends Error {
  override readonly name = 'StateVersionError';
}

/** Returns an error message about something that another version of the package wrote. */
export function wrongVersion(what: string, found: unknown): string {
  const version = Number.isInteger(found) ? found : 'unknown';
  return `${what} has state version ${version}, but this version of the package reads only version ${STORE_VERSION}: start with a new one`;
}

export const newTag = (): string => randomBytes(9).toString('base64url');
