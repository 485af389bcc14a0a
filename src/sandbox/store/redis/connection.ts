import { MissingPeer } from '../../../mock/contract/peers.js';
import { StateVersionError, StoreUnavailable } from '../errors.js';
import type { RedisAddress } from './address.js';
import { type Client, createClient } from './driver.js';

export type Send = (args: readonly string[]) => Promise<unknown>;

export interface ConnectionOptions {
  readonly address: RedisAddress;
  /** Runs on each new connection before anybody else may use it. What it throws ends the connection. */
  readonly prepare: (send: Send) => Promise<void>;
}

/** How long a call waits for a connection that broke before it fails, in milliseconds. */
const PATIENCE = 2000;

/** How long a connection may take until it is ready, and a command until its reply. Milliseconds. */
const CONNECT_TIMEOUT = 3000;
const COMMAND_TIMEOUT = 4000;

/** The pauses before each further try to connect: short, because processes that come back late hold up the others. Milliseconds. */
const PAUSES = [20, 50, 100, 200];

/** Keeps one connection to the server. Calls that a broken connection cut off are sent again, so that they must bear being carried out twice. */
export class Connection {
  readonly #options: ConnectionOptions;
  #client: Client | undefined;
  #connecting = false;
  #closed = false;
  /** Since when there is no connection. */
  #downSince = 0;
  /** Why the last try to connect failed. */
  #failure: unknown;
  /** When each command that waits for its reply was sent, oldest first. */
  readonly #sent = new Set<{ readonly at: number; readonly client: Client }>();
  readonly #waiting = new Set<() => void>();
  #watch: NodeJS.Timeout | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * Sends a command and resolves with its reply. Rejects with the server's `ErrorReply`, or with a `StoreUnavailable` when there is no connection for
   * longer than a request should wait.
   */
  async send(args: readonly string[]): Promise<unknown> {
    const start = performance.now();
    for (;;) {
      const client = await this.#ready(start);
      try {
        return await this.#sendOn(client, args);
      } catch (error) {
        if (isReply(error)) throw error;
        if (this.#closed) throw new StoreUnavailable('the store is closed');
        this.#drop(client, error);
      }
    }
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#watch);
    this.#client?.destroy();
    this.#client = undefined;
    this.#wake();
  }

  /** Ends the connection on purpose: the next one is prepared anew. */
  renew(): void {
    if (this.#client !== undefined) this.#drop(this.#client, new Error('renewed'));
  }

  async #ready(start: number): Promise<Client> {
    for (;;) {
      if (this.#closed) throw new StoreUnavailable('the store is closed');
      if (this.#client !== undefined) return this.#client;
      if (!this.#connecting) void this.#connect();
      if (isHopeless(this.#failure)) throw this.#unavailable();
      const left = Math.min(start, this.#downSince) + PATIENCE - performance.now();
      if (left <= 0) throw this.#unavailable();
      await this.#change(left);
    }
  }

  async #sendOn(client: Client, args: readonly string[]): Promise<unknown> {
    const sent = { at: performance.now(), client };
    this.#sent.add(sent);
    try {
      return await client.sendCommand(args);
    } finally {
      this.#sent.delete(sent);
    }
  }

  #drop(client: Client, error: unknown): void {
    const isCurrent = this.#client === client;
    if (isCurrent) this.#client = undefined;
    client.destroy();
    if (!isCurrent) return;
    this.#failure = error;
    if (!this.#closed) void this.#connect();
  }

  async #connect(): Promise<void> {
    this.#connecting = true;
    this.#downSince = performance.now();
    this.#watch ??= setInterval(() => this.#dropHanging(), 250).unref();
    for (let tries = 0; !this.#closed && this.#client === undefined; tries++) {
      try {
        this.#client = await this.#open();
        this.#failure = undefined;
      } catch (error) {
        this.#failure = error;
        this.#wake();
        await sleep(isHopeless(error) ? PATIENCE : (PAUSES[tries] ?? 200));
      }
    }
    this.#connecting = false;
    if (this.#closed) this.#client?.destroy();
    this.#wake();
  }

  async #open(): Promise<Client> {
    const client = await createClient(this.#options.address, CONNECT_TIMEOUT);
    const late = setTimeout(() => client.destroy(), CONNECT_TIMEOUT);
    let isReady = false;
    const lost = (error?: unknown): void => {
      if (isReady) this.#drop(client, error);
    };
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      await this.#options.prepare((args) => this.#sendOn(client, args));
      isReady = true;
      return client;
    } catch (error) {
      client.destroy();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  #dropHanging(): void {
    const [oldest] = this.#sent;
    if (oldest !== undefined && performance.now() - oldest.at > COMMAND_TIMEOUT) {
      this.#sent.delete(oldest);
      this.#drop(oldest.client, new Error('no reply'));
    }
  }

  #unavailable(): Error {
    const failure = this.#failure;
    if (failure instanceof StateVersionError || failure instanceof MissingPeer) return failure;
    return unavailable(this.#options.address, failure);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  #change(patience: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, patience);
      this.#waiting.add(wake);
    });
  }
}

/** Keeps no process alive: whoever waits for the connection has a timer of its own. */
const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref());

/** What a server says, by the first word of its error. */
const SAID: Readonly<Record<string, string>> = {
  WRONGPASS: 'it does not take the user or the password',
  NOAUTH: 'it asks for a password: give it in the address, redis://:password@host',
  NOPERM: 'the user may not do what the sandbox needs: the docs list the commands',
  LOADING: 'it is still reading its data',
  OOM: 'it has no memory left',
  MISCONF: 'it cannot write to its disk',
  READONLY: 'it is a replica, and takes no writes',
  MASTERDOWN: 'it is a replica without its primary',
  MOVED: 'it is part of a cluster, which the sandbox does not support',
  CROSSSLOT: 'it is part of a cluster, which the sandbox does not support',
  CLUSTERDOWN: 'it is part of a cluster, which the sandbox does not support',
  BUSY: 'it is busy with a script of somebody else',
  WRONGTYPE:
    'a key under the prefix was written by something else: take another prefix, or remove what is there with --forget',
};

/** Codes of the system. */
const SYSTEM: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ETIMEDOUT: 'it cannot be reached',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
};

/** In words without user, password, and anything that was sent: messages of a driver or server may repeat them. */
export function unavailable(address: RedisAddress, error: unknown): StoreUnavailable {
  return new StoreUnavailable(`the Redis server ${address.shown} cannot be used: ${reasonOf(error)}`);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'there is no connection';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const system = SYSTEM[code];
  if (system !== undefined) return system;
  if (code !== '') return `the connection failed with ${code}`;
  const word = /^[A-Z]+/.exec(error.message)?.[0] ?? '';
  if (isReply(error)) return SAID[word] ?? `it returned an error: ${scriptError(error.message) ?? word}`;
  return 'it does not respond';
}

/** Errors of the store's own script name its line, and nothing of anybody. */
function scriptError(message: string): string | undefined {
  return /user_script:\d+:[^\n]{0,120}/.exec(message)?.[0];
}

export function isReply(error: unknown): error is Error {
  return error instanceof Error && /^(?:SimpleError|BlobError|ErrorReply)$/.test(error.constructor.name);
}

/** Waiting a moment does not mend it. */
function isHopeless(error: unknown): boolean {
  if (error instanceof StateVersionError || error instanceof MissingPeer) return true;
  return isReply(error) && /^(?:WRONGPASS|NOAUTH|NOPERM|MOVED|ERR AUTH|ERR invalid|ERR DB)/i.test(error.message);
}
