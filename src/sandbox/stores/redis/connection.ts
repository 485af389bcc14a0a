import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadPeer, MissingPeer } from '../../../mock/contract/peers.js';
import { StateVersionError, StoreUnavailable } from '../store.js';
import type { RedisAddress } from './address.js';
import type { Script } from './scripts.js';

/** How long a call waits for a connection before it fails. Milliseconds, as all times here. */
export const PATIENCE = 2000;
const CONNECT_TIMEOUT = 3000;
const COMMAND_TIMEOUT = 4000;
const PAUSE_BETWEEN_ATTEMPTS = 100;

/** The part of `@redis/client` that the store uses. One client is one connection. */
export interface Client {
  connect(): Promise<unknown>;
  sendCommand(args: readonly string[]): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  on(event: 'error', listener: () => void): unknown;
  destroy(): void;
}

/** Keeps one connection to the server. It repeats commands that a broken connection cut off, so a command must be safe to repeat. */
export class Connection {
  readonly #address: RedisAddress;
  readonly #prepare: (client: Client) => Promise<void>;
  #client: Client | undefined;
  #opening: Promise<Client> | undefined;
  /** Infinity: the server was there at the last attempt. */
  #downSince = Number.POSITIVE_INFINITY;
  #failure: unknown;
  #isClosed = false;

  /** `prepare` runs on each new connection before any other command. Its errors end the connection. */
  constructor(address: RedisAddress, prepare: (client: Client) => Promise<void> = async () => {}) {
    this.#address = address;
    this.#prepare = prepare;
  }

  /**
   * Sends a command and resolves with its reply. Rejects with a `StoreUnavailable` if the server refuses the command or does not answer in time. In the
   * second case `ifSent` ends the message if the server may have received the command.
   */
  async send(args: readonly string[], ifSent = ''): Promise<unknown> {
    let suffix = '';
    for (let attempt = 1; ; attempt++) {
      const client = this.#client ?? (await this.#connected(suffix));
      try {
        return await within(COMMAND_TIMEOUT, client.sendCommand(args));
      } catch (error) {
        // The address of a server that became a replica may lead to the new primary by now.
        if (!isReply(error) || error.message.startsWith('READONLY')) this.#drop(client);
        if (isReply(error)) throw error.message.startsWith('NOSCRIPT') ? error : this.#unavailable(error);
        suffix = ifSent;
        if (attempt === 3) throw this.#unavailable(error, suffix);
      }
    }
  }

  async run({ text, digest }: Script, keys: readonly string[], args: readonly string[], ifSent = ''): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args];
    try {
      return await this.send(['EVALSHA', digest, ...rest], ifSent);
    } catch (error) {
      if (!isReply(error)) throw error;
      return this.send(['EVAL', text, ...rest], ifSent);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#client?.destroy();
    this.#client = undefined;
  }

  async #connected(suffix: string): Promise<Client> {
    if (this.#isClosed) throw new StoreUnavailable(`the store is closed${suffix}`);
    this.#opening ??= this.#open();
    // During a long outage calls fail at once.
    const now = performance.now();
    const left = Math.min(now, this.#downSince) + PATIENCE - now;
    try {
      return await within(left, this.#opening);
    } catch (error) {
      throw this.#unavailable(error instanceof TimedOut ? this.#failure : error, suffix);
    }
  }

  /** Repeats the attempt until the server is there or refuses the connection. */
  async #open(): Promise<Client> {
    this.#downSince = performance.now();
    for (; ; await sleep(PAUSE_BETWEEN_ATTEMPTS, undefined, { ref: false })) {
      let client: Client | undefined;
      try {
        const opened = await createClient(this.#address);
        client = opened;
        opened.on('error', () => this.#drop(opened));
        await within(
          CONNECT_TIMEOUT,
          opened.connect().then(() => this.#prepare(opened)),
        );
        if (this.#isClosed) throw new StoreUnavailable('the store is closed');
        this.#downSince = Number.POSITIVE_INFINITY;
        this.#client = opened;
        return opened;
      } catch (error) {
        client?.destroy();
        this.#failure = error;
        if (!this.#isClosed && isTemporary(error)) continue;
        this.#opening = undefined;
        throw error;
      }
    }
  }

  #drop(client: Client): void {
    client.destroy();
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#opening = undefined;
  }

  /** Names the server and the problem, without user, password and data, which messages of a driver or server may repeat. */
  #unavailable(error: unknown, suffix = ''): Error {
    if (error instanceof StateVersionError || error instanceof MissingPeer || error instanceof StoreUnavailable)
      return error;
    return new StoreUnavailable(`the Redis server ${this.#address.shown} cannot be used: ${reasonOf(error)}${suffix}`);
  }
}

/** Throws a `MissingPeer` that says what to install if the package is missing. */
async function createClient({ url, host }: RedisAddress): Promise<Client> {
  const { createClient } = await loadPeer(() => import('@redis/client'), 'a state on Redis needs', ['@redis/client']);
  const servername = isIP(host.replace(/^\[|\]$/g, '')) === 0 ? { servername: host } : {};
  return createClient({
    url,
    socket: { connectTimeout: CONNECT_TIMEOUT, reconnectStrategy: false, ...servername },
    // The same connection receives replies and messages.
    RESP: 3,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // It does not end a command that was sent, and costs time.
    commandOptions: { timeout: 0 },
  }) as unknown as Client;
}

class TimedOut extends Error {}

async function within<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), milliseconds);
  });
  return Promise.race([promise, timedOut]).finally(() => clearTimeout(timer));
}

const CLUSTER = 'it is part of a cluster, which the sandbox does not support';
const CLOSED = 'it closed the connection';
const UNREACHABLE = 'it cannot be reached';

/** By the first word of the server's error, or the code of the system's error. */
const REASONS: Readonly<Record<string, string>> = {
  WRONGPASS: 'it does not accept the user or the password',
  NOAUTH: 'it requires a password: use an address like redis://:password@host',
  NOPERM: 'the user lacks a permission: the docs list the commands, keys and channels that the sandbox needs',
  LOADING: 'it is still loading its data',
  OOM: 'it has no memory left: raise its maxmemory, or lower --keep',
  MISCONF: 'it cannot write to its disk',
  READONLY: 'it is a replica: use the address of the primary',
  MASTERDOWN: 'it is a replica without its primary',
  MOVED: CLUSTER,
  CROSSSLOT: CLUSTER,
  CLUSTERDOWN: CLUSTER,
  BUSY: 'it is busy with a script of another program',
  WRONGTYPE: 'another program wrote a key under the prefix: use another prefix, or remove the keys with --forget',
  ECONNREFUSED: 'no server listens at the address',
  ENOTFOUND: 'no host has this name',
  EAI_AGAIN: 'the name of the host cannot be resolved now',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it does not respond';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const word = code || (/^[A-Z]+/.exec(error.message)?.[0] ?? '');
  const known = REASONS[word];
  if (known !== undefined) return known;
  if (code !== '') return `the connection failed with ${code}`;
  // Errors of a script name its line, and contain no data.
  const line = /user_script:\d+:[^\n]{0,120}/.exec(error.message)?.[0];
  return isReply(error) ? `it returned an error: ${line ?? word}` : 'it does not respond';
}

const isReply = (error: unknown): error is Error =>
  error instanceof Error && /^(?:SimpleError|BlobError|ErrorReply)$/.test(error.constructor.name);

const isTemporary = (error: unknown): boolean =>
  isReply(error)
    ? error.message.startsWith('LOADING')
    : !(error instanceof StateVersionError || error instanceof MissingPeer);
