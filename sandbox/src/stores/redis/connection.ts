import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadPeer } from 'payment-gateway-core/files';
import { withTimeout } from 'payment-gateway-core/util';
import { StateVersionError, StoreUnavailable } from '../store.js';
import type { RedisAddress } from './redis-address.js';

/** How long a call retries before it fails. Milliseconds, like all times in this file. */
const PATIENCE = 2000;
const CONNECT_TIMEOUT = 3000;
const COMMAND_TIMEOUT = 4000;
const PAUSE = 50;

export type Client = Awaited<ReturnType<typeof createClient>>;

/** Keeps one connection to the server. It repeats commands that a broken connection cut off, so a command must be safe to repeat. */
export class Connection {
  readonly #address: RedisAddress;
  readonly #prepare: (client: Client) => Promise<void>;
  #client: Promise<Client> | undefined;
  #isClosed = false;

  /** Runs `prepare` on each new connection before any other command. */
  constructor(address: RedisAddress, prepare: (client: Client) => Promise<void> = async () => {}) {
    this.#address = address;
    this.#prepare = prepare;
  }

  /** Resolves with the reply. Rejects with a `StoreUnavailable`, whose message ends with `ifSent` if the server may have run the command. */
  async send(args: readonly string[], ifSent = ''): Promise<unknown> {
    // Loading the driver can take long on a busy machine, so it does not count.
    await loadDriver();
    let suffix = '';
    for (const end = performance.now() + PATIENCE; ; await sleep(PAUSE)) {
      if (this.#isClosed) throw new StoreUnavailable(`the store is closed${suffix}`);
      this.#client ??= this.#open();
      const connecting = this.#client;
      let isSent = false;
      try {
        const client = await connecting;
        isSent = true;
        return await withTimeout(COMMAND_TIMEOUT, () => client.sendCommand(args));
      } catch (error) {
        // The server may have become a replica, so the address may now lead to the new primary. A new connection loads the scripts again.
        const mayRecover = isReply(error) ? /^(?:READONLY|NOSCRIPT|LOADING)/.test(error.message) : !isOwn(error);
        if (mayRecover) this.#drop(connecting);
        if (isSent && !isReply(error)) suffix = ifSent;
        if (!mayRecover || performance.now() > end) throw this.unavailable(error, suffix);
      }
    }
  }

  close(): void {
    this.#isClosed = true;
    if (this.#client !== undefined) this.#drop(this.#client);
  }

  /** Returns an error with the server and the problem. It omits the user, password and data that driver messages may repeat. */
  unavailable(error: unknown, suffix = ''): Error {
    if (isOwn(error)) return error;
    return new StoreUnavailable(`the Redis server ${this.#address.shown} cannot be used: ${reasonOf(error)}${suffix}`);
  }

  async #open(): Promise<Client> {
    const client = await createClient(this.#address);
    // Commands report the error.
    client.on('error', () => {});
    try {
      await withTimeout(CONNECT_TIMEOUT, () => client.connect().then(() => this.#prepare(client)));
      return client;
    } catch (error) {
      client.destroy();
      this.#client = undefined;
      throw error;
    }
  }

  #drop(connecting: Promise<Client>): void {
    if (this.#client === connecting) this.#client = undefined;
    connecting.then((client) => client.destroy()).catch(() => {});
  }
}
/** Rejects if the package is missing or too old. */
const loadDriver = () => loadPeer(() => import('@redis/client'), 'a state on Redis needs', '@redis/client');

async function createClient({ url, host }: RedisAddress) {
  const driver = await loadDriver();
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const socket = { connectTimeout: CONNECT_TIMEOUT, reconnectStrategy: false as const, ...servername };
  // RESP 3 allows messages and replies on one connection. The driver's time-out does not end a command that was sent.
  const options = { RESP: 3, disableOfflineQueue: true, commandOptions: { timeout: 0 } } as const;
  return driver.createClient({ url, socket, disableClientInfo: true, maintNotifications: 'disabled', ...options });
}

/** Reasons by the first word of the server's error, or the code of the system's error. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^WRONGPASS/, 'it does not accept the user or the password'],
  [/^NOAUTH/, 'it requires a password: use an address like redis://:password@host'],
  [/^NOPERM/, 'the user lacks a permission: the docs list what the sandbox needs'],
  [/^LOADING/, 'it is still loading its data'],
  [/^OOM/, 'it has no memory left: raise its maxmemory'],
  [/^MISCONF/, 'it cannot write to its disk'],
  [/^(?:READONLY|MASTERDOWN)/, 'it is a replica: use the address of the primary'],
  [/^(?:MOVED|CROSSSLOT|CLUSTERDOWN)/, 'it is part of a cluster, which the sandbox does not support'],
  [/^ECONNREFUSED/, 'no server listens at the address'],
];

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it does not respond';
  const word = 'code' in error ? String(error.code) : error.message;
  const known = REASONS.find(([pattern]) => pattern.test(word))?.[1];
  // Other server errors may quote data. Script errors name their line.
  const text = /user_script:\d+:[^\n]{0,120}|^[A-Z]+(?= )/.exec(error.message)?.[0];
  if (known !== undefined || isReply(error)) return known ?? `it returned an error: ${text}`;
  return 'code' in error ? `the connection failed with ${word}` : 'it does not respond';
}

const isReply = (error: unknown): error is Error =>
  error instanceof Error && /^(?:SimpleError|BlobError|ErrorReply)$/.test(error.constructor.name);

const isOwn = (error: unknown): error is Error =>
  error instanceof StateVersionError || error instanceof StoreUnavailable;
