import { randomBytes } from 'node:crypto';
import { StateVersionError } from '../errors.js';
import { Recent } from '../recent.js';
import { FIRST_ID } from '../store.js';
import { STATE_VERSION, wrongVersion } from '../version.js';
import type { RedisAddress } from './address.js';
import type { Send } from './connection.js';
import type { Keys } from './keys.js';
import { DIGEST, SCRIPT } from './script/script.js';

/** How far an account was when this process saw it last. The sequence grows with each commit, and begins anew with each epoch. */
export interface Mark {
  readonly epoch: number;
  readonly sequence: number;
}

/** A state that is new on a server which has only just started may not be new: others that know it may come back. Seconds. */
const JUST_STARTED = 5;

/** A measured time of the server that took longer than this says too little. Milliseconds. */
const SLOWEST_TIME = 500;

export interface WitnessOptions {
  readonly onNotice: (line: string) => void;
  /**
   * How long a process waits after the server was started again, so that all processes can say what they have seen before anybody gets an id:
   * longer than the longest pause between two tries to connect. Milliseconds.
   */
  readonly grace: number;
  /** For how many accounts it remembers the last mark that it saw. */
  readonly keepAccounts: number;
}

const NEVER: Mark = { epoch: 0, sequence: 0 };

/** The clock of this process that no setting of its time can move. */
const uptime = (): number => performance.timeOrigin + performance.now();

/**
 * Remembers what this process has seen of the state, so that a server which lost some or all of it is noticed; then ids go on above all that can
 * have been given. Knows the server's clock, too.
 */
export class Witness {
  /** The id after which accounts begin that are not there yet. */
  base = FIRST_ID;
  readonly #address: RedisAddress;
  readonly #keys: Keys;
  readonly #onNotice: (line: string) => void;
  readonly #grace: number;
  readonly #marks: Recent<Mark>;
  /** Identifies the state; another one has another. */
  #state: string | undefined;
  /** Identifies the run of the server. */
  #run: string | undefined;
  /** Whether it was warned that the server evicts keys. */
  #warned = false;
  /** Milliseconds from this process's clock to the server's. */
  #offset: number | undefined;

  constructor(address: RedisAddress, keys: Keys, { onNotice, grace, keepAccounts }: WitnessOptions) {
    this.#address = address;
    this.#keys = keys;
    this.#onNotice = onNotice;
    this.#grace = grace;
    this.#marks = new Recent(keepAccounts);
  }

  /** Milliseconds, by the server's clock. */
  now(): number {
    return Math.round(this.#offset === undefined ? Date.now() : uptime() + this.#offset);
  }

  markOf(account: string): Mark {
    return this.#marks.get(account) ?? NEVER;
  }

  saw(account: string, mark: Mark): void {
    const { epoch, sequence } = this.markOf(account);
    if (mark.epoch > epoch || (mark.epoch === epoch && mark.sequence > sequence)) this.#marks.set(account, mark);
  }

  /** Prepares a new connection: nothing is sent on it before all that this process has seen is known to be there. */
  async prepare(send: Send): Promise<void> {
    // First something short: to a user that has not logged in a server refuses what is long, without saying why.
    await this.#measureTime(send);
    await send(['SCRIPT', 'LOAD', SCRIPT]);
    const { run, uptime, evicts } = await serverOf(send);
    if (evicts !== undefined) this.#noticeEviction(evicts);
    const isNewRun = this.#run !== undefined && (run === undefined || run !== this.#run);
    this.#run = run ?? '';
    const isNewState = await this.#readState(send);
    await this.#checkMarks(send);
    if (!(isNewRun || (isNewState && uptime < JUST_STARTED))) return;
    await new Promise((resolve) => setTimeout(resolve, this.#grace));
    await this.#readState(send);
  }

  /** To be called now and then: notices what was lost without a broken connection. */
  async look(send: Send): Promise<void> {
    await this.#measureTime(send);
    const before = this.#state;
    await this.#readState(send);
    if (before !== this.#state) await this.#checkMarks(send);
  }

  /** After the script said that it knows less of the account than this process does. */
  async recover(send: Send, account: string): Promise<void> {
    await this.#readState(send);
    await this.#recover(send, account);
  }

  async #checkMarks(send: Send): Promise<void> {
    await Promise.all(this.#marks.names().map((account) => this.#recover(send, account)));
  }

  async #recover(send: Send, account: string): Promise<void> {
    const reply = await send(this.call(account, 'recover', [], { base: this.#above() }));
    const [, epoch, sequence] = reply as [string, string, string];
    this.saw(account, { epoch: Number(epoch), sequence: Number(sequence) });
    await send(['ZADD', this.#keys.accounts, 'NX', String(this.now()), account]);
  }

  /** The script's command for an account. */
  call(
    account: string,
    operation: string,
    args: readonly string[],
    { base = this.base }: { base?: number } = {},
  ): string[] {
    const keys = this.#keys.of(account);
    const { epoch, sequence } = this.markOf(account);
    const known = [operation, String(epoch), String(sequence), String(base)];
    return ['EVALSHA', DIGEST, String(keys.length), ...keys, ...known, ...args];
  }

  /** Reads which state is there, or makes a new one. Whether it is new. */
  async #readState(send: Send): Promise<boolean> {
    const own = randomBytes(9).toString('base64url');
    const base = this.#state === undefined ? FIRST_ID : this.#above();
    const reply = await send([
      'EVAL',
      STATE,
      '1',
      this.#keys.state,
      String(STATE_VERSION),
      own,
      String(base),
      this.#state ?? '',
    ]);
    const [version, state, above] = reply as [string, string, string];
    if (Number(version) !== STATE_VERSION) {
      const what = `the state under this prefix of ${this.#address.shown}`;
      throw new StateVersionError(`${wrongVersion(what, Number(version))} (another prefix, or --forget)`);
    }
    const isOther = this.#state !== undefined && this.#state !== state;
    if (isOther) {
      this.#onNotice(
        `the Redis server ${this.#address.shown} has lost the state that was kept there: what was created before is gone, and new ids begin at ${Number(above) + 1}. A server that keeps its data is started with --appendonly yes`,
      );
    }
    this.#state = state;
    this.base = Number(above);
    return state === own;
  }

  #noticeEviction(policy: string): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#onNotice(
      `the Redis server ${this.#address.shown} throws keys away when its memory is full (maxmemory-policy ${policy}), and each key is a part of an account: start it with --maxmemory-policy noeviction`,
    );
  }

  /** A number that grows faster than ids can be given: tens of microseconds. It has 15 digits. */
  #above(): number {
    return this.now() * 100;
  }

  async #measureTime(send: Send): Promise<void> {
    const before = uptime();
    const [seconds, microseconds] = (await send(['TIME'])) as [string, string];
    const taken = uptime() - before;
    if (taken > SLOWEST_TIME && this.#offset !== undefined) return;
    this.#offset = Number(seconds) * 1000 + Number(microseconds) / 1000 - (before + taken / 2);
  }
}

/** The state that is there; a new one for whoever comes first. Who knew another one before raises the base of this one. */
const STATE = `
local known = redis.call('HMGET', KEYS[1], 'version', 'state', 'base')
if not known[1] then
  redis.call('HSET', KEYS[1], 'version', ARGV[1], 'state', ARGV[2], 'base', ARGV[3])
  return { ARGV[1], ARGV[2], ARGV[3] }
end
if known[1] == ARGV[1] and ARGV[4] ~= '' and known[2] ~= ARGV[4] and tonumber(known[3]) == ${FIRST_ID} then
  redis.call('HSET', KEYS[1], 'base', ARGV[3])
  known[3] = ARGV[3]
end
return known
`;

interface Server {
  /** Which run of the server it is; undefined where the user may not ask for it. */
  readonly run: string | undefined;
  /** For how many seconds it has been running. */
  readonly uptime: number;
  /** By which policy it may throw away keys that have no time to live; undefined when it never does. */
  readonly evicts: string | undefined;
}

async function serverOf(send: Send): Promise<Server> {
  const info = async (section: string): Promise<string> => String(await send(['INFO', section]).catch(() => ''));
  const [server, memory] = [await info('server'), await info('memory')];
  const policy = /^maxmemory_policy:(allkeys-\w+)/m.exec(memory)?.[1];
  return {
    run: /^run_id:(\w+)/m.exec(server)?.[1],
    uptime: Number(/^uptime_in_seconds:(\d+)/m.exec(server)?.[1] ?? 0),
    evicts: /^maxmemory:0\r?$/m.test(memory) ? undefined : policy,
  };
}
