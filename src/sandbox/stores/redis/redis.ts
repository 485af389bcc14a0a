import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Changes,
  type CommitOptions,
  type CommitResult,
  newTag,
  type Position,
  type Row,
  STORE_VERSION,
  StateVersionError,
  type Store,
  type StoreOptions,
  StoreUnavailable,
  wrongVersion,
} from '../store.js';
import { type RedisAddress, readRedisAddress } from './address.js';
import { type Client, Connection, PATIENCE } from './connection.js';
import { CHANGES, COMMIT } from './scripts.js';

/** Without it a watching process without calls would not reconnect. Milliseconds. */
const PING_INTERVAL = 1000;

const UNKNOWN_OUTCOME = '. It may have saved the change before the connection broke';

/** The reply of both scripts. */
type Page = readonly [
  status: 'rows' | 'ok' | 'late',
  now: number,
  sequence: number,
  tag: string,
  full: number,
  lost: number,
  /** The page has the changes up to here. */
  to: number,
  rows: readonly string[],
  deleted: readonly string[],
  wait: number,
];

/** Versioned rows on a Redis or Valkey server. It connects with the first call. Throws a `RangeError` for a wrong address. */
export class RedisStore implements Store {
  readonly #address: RedisAddress;
  readonly #connection: Connection;
  readonly #onNotice: (line: string) => void;
  /** Identifies this process. */
  readonly #process = newTag();
  readonly #listeners = new Set<(account: string) => void>();
  readonly #prefix: string;
  /** Milliseconds from this process's monotonic clock to the server's clock. */
  #offset: number | undefined;
  #hasWarned = false;
  #ping: NodeJS.Timeout | undefined;

  constructor(state: string, { onNotice = (line) => process.emitWarning(line) }: StoreOptions = {}) {
    this.#address = readRedisAddress(state);
    this.#onNotice = onNotice;
    // One hash tag for all keys: a commit changes its account and the index of wake times together.
    this.#prefix = `{${this.#address.prefix}:}:`;
    this.#connection = new Connection(this.#address, (client) => this.#prepare(client));
  }

  async changes(account: string, at: Position): Promise<Changes> {
    return this.#gather(account, at, await this.#page(account, at, at.sequence));
  }

  async commit(account: string, at: Position, rows: readonly Row[], options: CommitOptions): Promise<CommitResult> {
    const pairs: string[] = [];
    for (const { key, value, silent = false } of rows) {
      pairs.push(`${value !== undefined ? '+' : silent ? '.' : '-'}${key}`, value ?? '');
    }
    const { replace = false, wake, turn = false } = options;
    const mode = replace ? 'replace' : '';
    const tag = newTag();
    const reply = await this.#write(account, at, tag, [turn ? '1' : '', mode, String(wake ?? '')], pairs);
    if (reply[0] === 'ok') return { ok: true, sequence: reply[2], tag };
    if (reply[9] === 0) return { ok: false, ...(await this.#gather(account, at, reply)) };
    await sleep(2 + Math.random() * 6);
    return { ok: false, ...(await this.changes(account, at)) };
  }

  async drop(account: string): Promise<void> {
    await this.#write(account, { sequence: 0, tag: '' }, newTag(), ['', 'drop', ''], []);
  }

  async due(before: number): Promise<{ account: string; at: number }[]> {
    const found = await this.#connection.send(['ZRANGEBYSCORE', this.#key('wake'), '-inf', `(${before}`, 'WITHSCORES']);
    return (found as [string, number][]).map(([account, at]) => ({ account, at }));
  }

  async accounts(): Promise<string[]> {
    return (await this.#connection.send(['ZRANGE', this.#key('accounts'), '0', '-1'])) as string[];
  }

  async touch(account: string): Promise<void> {
    await this.#connection.send(['ZADD', this.#key('accounts'), 'XX', String(Date.now()), account]);
  }

  watch(listener: (account: string) => void): () => void {
    this.#listeners.add(listener);
    const ping = () => void this.#connection.send(['PING']).catch(() => {});
    if (this.#ping === undefined) ping();
    this.#ping ??= setInterval(ping, PING_INTERVAL).unref();
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#ping);
    this.#connection.close();
  }

  /** Runs the commit script. The server refuses it after the time at which this process may give up, so a late commit does not surprise anybody. */
  async #write(account: string, at: Position, tag: string, options: readonly string[], pairs: readonly string[]) {
    const keys = [...this.#keysOf(account), this.#key('accounts'), this.#key('wake'), this.#key('state')];
    const position = [String(at.sequence), at.tag, String(at.sequence), tag];
    const rest = [String(Date.now()), account, this.#key('changed'), String(STORE_VERSION), ...pairs];
    for (let attempts = 0; attempts < 3; attempts++) {
      if (this.#offset === undefined) await this.#page(account, at, at.sequence);
      const deadline = String(Math.round(performance.now() + (this.#offset ?? 0)) + PATIENCE);
      const args = [...position, deadline, this.#process, ...options, ...rest];
      const reply = (await this.#connection.run(COMMIT, keys, args, UNKNOWN_OUTCOME)) as Page;
      this.#offset = reply[1] - performance.now();
      if (reply[0] !== 'late') return reply;
    }
    throw new StoreUnavailable(`the Redis server ${this.#address.shown} cannot be used: it responds too slowly`);
  }

  async #page(account: string, { sequence, tag }: Position, cursor: number): Promise<Page> {
    const args = [String(sequence), tag, String(cursor)];
    const page = (await this.#connection.run(CHANGES, this.#keysOf(account), args)) as Page;
    this.#offset = page[1] - performance.now();
    return page;
  }

  /** Reads the further pages. They start from the position of the first one, so a row that changes meanwhile is read again. */
  async #gather(account: string, at: Position, first: Page): Promise<Changes> {
    const rows = new Map<string, Row>();
    let [page, start, full, lost] = [first, at, false, false];
    for (;;) {
      const [, now, sequence, tag, isFull, isLost, to, found, deleted] = page;
      if (isFull === 1) {
        rows.clear();
        [full, lost, start] = [true, lost || isLost === 1, { sequence, tag }];
      }
      for (let index = 0; index < found.length; index += 2) {
        const key = found[index] ?? '';
        rows.set(key, { key, value: found[index + 1] });
      }
      for (const key of deleted) rows.set(key, { key, value: undefined });
      if (to >= sequence) {
        const kept = [...rows.values()].filter(({ value }) => !full || value !== undefined);
        return { full, lost, sequence, tag, now, rows: kept };
      }
      page = await this.#page(account, start, to);
    }
  }

  /** Checks the server and subscribes to changes on a new connection. */
  async #prepare(client: Client): Promise<void> {
    const version = await client.sendCommand(['HGET', this.#key('state'), 'version']);
    if (version !== null && version !== String(STORE_VERSION)) {
      const what = `the state under the prefix ${this.#address.prefix} of ${this.#address.shown}`;
      throw new StateVersionError(`${wrongVersion(what, Number(version))}, with another prefix or after --forget`);
    }
    // A user without the permission for INFO gets no warnings.
    const info = async (section: string) => String(await client.sendCommand(['INFO', section]).catch(() => ''));
    if (/^role:slave/m.test(await info('replication'))) throw new Error('READONLY');
    const memory = await info('memory');
    const policy = /^maxmemory_policy:(allkeys-\w+)/m.exec(memory)?.[1];
    if (policy !== undefined && !/^maxmemory:0\r?$/m.test(memory) && !this.#hasWarned) {
      this.#hasWarned = true;
      this.#onNotice(
        `the Redis server ${this.#address.shown} evicts keys when its memory is full (maxmemory-policy ${policy}), which damages accounts: start it with --maxmemory-policy noeviction`,
      );
    }
    await client.subscribe(this.#key('changed'), (account) => {
      for (const listener of this.#listeners) listener(account);
    });
  }

  #key(name: string): string {
    return this.#prefix + name;
  }

  #keysOf(account: string): string[] {
    return ['rows', 'order', 'gone', 'tags', 'meta'].map((part) => `${this.#prefix}${part}:${account}`);
  }
}

/** Removes all keys under the prefix, of whichever version. Resolves with a line that says how many. */
export async function forgetRedisState(state: string): Promise<string> {
  const { prefix, shown, ...address } = readRedisAddress(state);
  const connection = new Connection({ ...address, prefix, shown });
  let [removed, cursor] = [0, ''];
  try {
    while (cursor !== '0') {
      const found = await connection.send(['SCAN', cursor || '0', 'MATCH', `{${prefix}:*`, 'COUNT', '1000']);
      const [next, keys] = found as [string, string[]];
      if (keys.length > 0) removed += Number(await connection.send(['UNLINK', ...keys]));
      cursor = next;
    }
  } finally {
    connection.close();
  }
  return `removed ${removed} keys under the prefix ${prefix} of ${shown}`;
}
