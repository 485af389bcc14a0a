import { RealTime } from '../real-time.js';
import type { Changes, CommitOptions, CommitResult, Position, Row, Store } from '../store.js';
import { newTag, START, STORE_VERSION, StateVersionError, wrongVersion } from '../store.js';
import { type Client, Connection } from './connection.js';
import { readRedisAddress } from './redis-address.js';
import { CHANGES, COMMIT } from './scripts.js';

/** The reply of both scripts. The rows are keys and values in turn, up to the sequence `to`. */
type Page = [status: Status, now: number, sequence: number, tag: string, to: number | string, rows: (string | null)[]];
type Status = 'rows' | 'full' | 'lost' | 'ok';

/** Versioned rows on a Redis or Valkey server. */
export class RedisStore implements Store {
  readonly #address;
  readonly #connection: Connection;
  readonly #process = newTag();
  readonly #time = new RealTime();
  #onChange = (_account: string): void => {};
  #onBroken = (): void => {};
  #hasWarned = false;

  /** Connects with the first call. Throws a `RangeError` for a wrong address. */
  constructor(state: string) {
    this.#address = readRedisAddress(state);
    this.#connection = new Connection(this.#address, (client) => this.#prepare(client));
  }

  async numberOf(account: string): Promise<number> {
    const [send, numbers] = [this.#connection, this.#key('numbers')];
    const known = await send.send(['HGET', numbers, account]);
    if (known !== null) return Number(known);
    const next = await send.send(['HINCRBY', this.#key('state'), 'accounts', '1']);
    // Another process may have been faster.
    await send.send(['HSETNX', numbers, account, String(next)]);
    return Number(await send.send(['HGET', numbers, account]));
  }

  async changes(account: string, at: Position): Promise<Changes> {
    return this.#gather(account, at, await this.#page(account, at, at.sequence));
  }

  async commit(account: string, at: Position, rows: readonly Row[], options: CommitOptions): Promise<CommitResult> {
    const reply = await this.#write(account, at, rows, options);
    if (reply[0] === 'ok') return { ok: true, sequence: reply[2], tag: reply[3] };
    return { ok: false, ...(await this.#gather(account, at, reply)) };
  }

  async drop(account: string): Promise<void> {
    await this.#write(account, START, [], { replace: true, drop: true });
    await this.#connection.send(['HDEL', this.#key('numbers'), account]);
  }

  async due(before: number): Promise<{ account: string; at: number }[]> {
    const found = await this.#connection.send(['ZRANGEBYSCORE', this.#key('wake'), '-inf', `(${before}`, 'WITHSCORES']);
    return (found as [string, number][]).map(([account, at]) => ({ account, at }));
  }

  async accounts(): Promise<string[]> {
    return (await this.#connection.send(['ZRANGE', this.#key('accounts'), '0', '-1'])) as string[];
  }

  async touch(account: string): Promise<void> {
    await this.#connection.send(['ZADD', this.#key('accounts'), 'XX', String(this.#time.now()), account]);
  }

  watch(onChange: (account: string) => void, onBroken = (): void => {}): void {
    this.#onChange = onChange;
    this.#onBroken = onBroken;
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  #write(account: string, at: Position, rows: readonly Row[], options: object): Promise<Page> {
    const keys = [...this.#keysOf(account), this.#key('accounts'), this.#key('wake'), this.#key('state')];
    const names = { account, process: this.#process, channel: this.#key('changed'), version: STORE_VERSION };
    const commit = { ...options, ...names, tag: newTag(), used: this.#time.now() };
    const pairs = rows.flatMap(({ key, value, silent = false }) => [
      `${value !== undefined ? '+' : silent ? '.' : '-'}${key}`,
      value ?? '',
    ]);
    const args = [String(at.sequence), at.tag, String(at.sequence), JSON.stringify(commit), ...pairs];
    const ifSent = '. It may have saved the change before the connection broke';
    return this.#run([COMMIT.digest, String(keys.length), ...keys, ...args], ifSent);
  }

  #page(account: string, { sequence, tag }: Position, cursor: number | string): Promise<Page> {
    const keys = this.#keysOf(account);
    return this.#run([CHANGES.digest, String(keys.length), ...keys, String(sequence), tag, String(cursor)]);
  }

  async #run(args: readonly string[], ifSent?: string): Promise<Page> {
    return (await this.#connection.send(['EVALSHA', ...args], ifSent)) as Page;
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
      if (Number(to) >= sequence) return { full, lost, sequence, tag, now, rows: [...rows.values()] };
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
      process.emitWarning(
        `the Redis server ${shown} evicts keys when its memory is full (maxmemory-policy ${policy}), which damages accounts: start it with --maxmemory-policy noeviction`,
      );
    }
    client.on('error', () => this.#onBroken());
    await client.subscribe(this.#key('changed'), (account) => this.#onChange(account));
  }

  /** Returns a key. All keys share one hash tag, because a commit changes an account and the index of wake times together. */
  #key(name: string): string {
    return `{${this.#address.prefix}:}:${name}`;
  }

  #keysOf(account: string): string[] {
    return ['rows', 'order', 'gone', 'tags', 'meta'].map((part) => this.#key(`${part}:${account}`));
  }
}
