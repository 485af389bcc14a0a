import { setTimeout as sleep } from 'node:timers/promises';
import type { Changes, CommitOptions, CommitResult, Position, Row, Store, StoreOptions } from '../store.js';
import { newTag, START, STORE_VERSION, StateVersionError, wrongVersion } from '../store.js';
import { readRedisAddress } from './address.js';
import { type Client, Connection, PATIENCE } from './connection.js';
import { CHANGES, COMMIT } from './scripts.js';

/** Lets a watching process without other calls notice a broken connection. Milliseconds. */
const PING_INTERVAL = 1000;

/** The reply of both scripts. The rows are keys and values in turn, up to the sequence `to`. */
type Status = 'rows' | 'full' | 'lost' | 'ok' | 'wait' | 'late';
type Page = [status: Status, now: number, sequence: number, tag: string, to: number, rows: (string | null)[]];

/** Versioned rows on a Redis or Valkey server. */
export class RedisStore implements Store {
  readonly #address;
  readonly #connection: Connection;
  readonly #onNotice: (line: string) => void;
  readonly #process = newTag();
  readonly #listeners = new Set<(account: string) => void>();
  #ping: NodeJS.Timeout | undefined;
  /** Milliseconds from the clock of this process to the server's clock. */
  #offset: number | undefined;
  #hasWarned = false;

  /** Connects with the first call. Throws a `RangeError` for a wrong address. */
  constructor(state: string, { onNotice = (line) => process.emitWarning(line) }: StoreOptions = {}) {
    this.#address = readRedisAddress(state);
    this.#onNotice = onNotice;
    this.#connection = new Connection(this.#address, (client) => this.#prepare(client));
  }

  async changes(account: string, at: Position): Promise<Changes> {
    return this.#gather(account, at, await this.#page(account, at, at.sequence));
  }

  async commit(account: string, at: Position, rows: readonly Row[], options: CommitOptions): Promise<CommitResult> {
    const { replace = false, wake, turn = false } = options;
    const tag = newTag();
    const pairs: string[] = [];
    for (const { key, value, silent = false } of rows) {
      pairs.push(`${value !== undefined ? '+' : silent ? '.' : '-'}${key}`, value ?? '');
    }
    const args = [turn ? '1' : '', replace ? 'replace' : '', String(wake ?? '')];
    const reply = await this.#write(account, at, tag, args, pairs);
    if (reply[0] === 'ok') return { ok: true, sequence: reply[2], tag };
    if (reply[0] !== 'wait') return { ok: false, ...(await this.#gather(account, at, reply)) };
    await sleep(2 + Math.random() * 6);
    return { ok: false, ...(await this.changes(account, at)) };
  }

  async drop(account: string): Promise<void> {
    await this.#write(account, START, newTag(), ['', 'drop', ''], []);
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

  /** Sets a deadline, so that a frozen server does not commit after this process has reported a failure. */
  async #write(account: string, at: Position, tag: string, options: string[], pairs: string[]): Promise<Page> {
    const keys = [...this.#keysOf(account), this.#key('accounts'), this.#key('wake'), this.#key('state')];
    const position = [String(at.sequence), at.tag, String(at.sequence), tag];
    const names = [String(Date.now()), account, this.#key('changed'), String(STORE_VERSION)];
    const ifSent = '. It may have saved the change before the connection broke';
    for (let attempt = 1; attempt <= 3; attempt++) {
      const offset = this.#offset ?? (await this.#page(account, at, at.sequence))[1] - Date.now();
      const deadline = String(Date.now() + offset + PATIENCE);
      const args = [...keys, ...position, deadline, this.#process, ...options, ...names, ...pairs];
      const reply = await this.#run(['EVALSHA', COMMIT.digest, String(keys.length), ...args], ifSent);
      if (reply[0] !== 'late') return reply;
    }
    throw this.#connection.unavailable(undefined);
  }

  #page(account: string, { sequence, tag }: Position, cursor: number): Promise<Page> {
    const keys = this.#keysOf(account);
    const position = [String(sequence), tag, String(cursor)];
    return this.#run(['EVALSHA', CHANGES.digest, String(keys.length), ...keys, ...position]);
  }

  async #run(command: readonly string[], ifSent?: string): Promise<Page> {
    const page = (await this.#connection.send(command, ifSent)) as Page;
    this.#offset = page[1] - Date.now();
    return page;
  }

  /** Reads the further pages of a reply, from the position of the first one, so that they include rows that change meanwhile. */
  async #gather(account: string, at: Position, first: Page): Promise<Changes> {
    const rows = new Map<string, Row>();
    let [page, start, full, lost] = [first, at, false, false];
    for (;;) {
      const [status, now, sequence, tag, to, found] = page;
      if (status !== 'rows') {
        rows.clear();
        [full, lost, start] = [true, lost || status === 'lost', { sequence, tag }];
      }
      for (let index = 0; index < found.length; index += 2) {
        const [key, value] = [String(found[index]), found[index + 1] ?? undefined];
        if (full && value === undefined) rows.delete(key);
        else rows.set(key, { key, value });
      }
      if (to >= sequence) return { full, lost, sequence, tag, now, rows: [...rows.values()] };
      page = await this.#page(account, start, to);
    }
  }

  /** Checks the server and subscribes to changes. */
  async #prepare(client: Client): Promise<void> {
    const version: unknown = await client.sendCommand(['HGET', this.#key('state'), 'version']);
    const { prefix, shown } = this.#address;
    if (version !== null && version !== String(STORE_VERSION)) {
      const problem = wrongVersion(`the state under the prefix ${prefix} of ${shown}`, Number(version));
      throw new StateVersionError(`${problem}, with another prefix or after --forget`);
    }
    await Promise.all([CHANGES, COMMIT].map(({ text }) => client.sendCommand(['SCRIPT', 'LOAD', text])));
    // Without permission for INFO, the sandbox omits the warnings.
    const info = String(await client.sendCommand(['INFO']).catch(() => ''));
    if (/^role:slave/m.test(info)) throw new Error('READONLY');
    const policy = /^maxmemory:[1-9][\s\S]*^maxmemory_policy:(allkeys-\w+)/m.exec(info)?.[1];
    if (policy !== undefined && !this.#hasWarned) {
      this.#hasWarned = true;
      this.#onNotice(
        `the Redis server ${shown} evicts keys when its memory is full (maxmemory-policy ${policy}), which damages accounts: start it with --maxmemory-policy noeviction`,
      );
    }
    await client.subscribe(this.#key('changed'), (account) => {
      for (const listener of this.#listeners) listener(account);
    });
  }

  /** Returns a key. All keys share one hash tag, because a commit changes an account and the index of wake times together. */
  #key(name: string): string {
    return `{${this.#address.prefix}:}:${name}`;
  }

  #keysOf(account: string): string[] {
    return ['rows', 'order', 'gone', 'tags', 'meta'].map((part) => this.#key(`${part}:${account}`));
  }
}
