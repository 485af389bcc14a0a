import { checkOptions, type ListenOptions, type ServerOptions } from '../server/options.js';
import { type Duration, durationOf } from './clock/index.js';
import { checkUrl } from './events/index.js';
import type { SandboxSettings } from './settings.js';
import type { Clock } from './state/index.js';
import { isRedisAddress, readRedisAddress } from './stores/index.js';

/** How a sandbox behaves. The names are those of the command line; what is not here is as in the mock. */
export interface SandboxOptions extends Omit<ServerOptions, 'contract'> {
  /**
   * `system` (the default) goes on with the system's clock; `manual` stands still at the present time until it is advanced; a date, or a
   * timestamp as a string, stands still there.
   */
  clock?: 'system' | 'manual' | string | Date;
  /** Where events are sent without a registration: one address or several. */
  webhook?: string | readonly string[];
  /** Sends events to addresses that are neither loopback nor private, too. Default false. */
  allowRemoteWebhooks?: boolean;
  /**
   * What keeps the state. A file, SQLite, which is created if needed (Node 22.13 or newer); or the address of a Redis or Valkey server for any number of
   * sandboxes, `redis://user:password@host:6379/0?prefix=name` or `rediss://` with TLS (package `@redis/client`). Default: the state is in memory.
   */
  state?: string;
  /** How many objects of a kind, and how many events, an account keeps: the oldest are dropped. Default 20,000. */
  keep?: number;
  /** How many accounts are kept, with `accounts: 'per-token'`: the least recently used are dropped, and begin anew. Default 1,000. */
  keepAccounts?: number;
  /** The size in bytes of the largest snapshot that the control API restores. Default 64 MiB. */
  snapshotBytes?: number;
  /** After how long something asynchronous is settled: `1s` (the default), `{ seconds: 1 }`. */
  settle?: string | Duration;
  /** After how long a PIX is paid by itself. Without it, it waits to be paid. */
  pixPaidAfter?: string | Duration;
  /** After how long a PIX expires that was created without `expiration_date`. Default `24h`. */
  pixExpiresAfter?: string | Duration;
  /** How many days after its due date a boleto can be paid that was created without `max_payment_date`. Default 3. */
  boletoGraceDays?: number;
  /**
   * Gives a POST, PUT or DELETE with a key that was used before the response of the first one. `true` reads the key from the header
   * `Idempotency-Key`, a string from the header of that name. Default false: nothing shows that the gateway knows it.
   */
  idempotency?: boolean | string;
  /** `one` (the default): one account for everybody; `per-token`: each bearer token has an account of its own. */
  accounts?: 'one' | 'per-token';
  /** Where browsers reach the sandbox, if not at its own address: the beginning of the addresses of its pages. */
  publicUrl?: string;
}

export interface SandboxServerOptions
  extends SandboxOptions,
    Pick<ListenOptions, 'port' | 'host' | 'docs' | 'requestTimeout'> {}

/** What the options come to. */
export interface Checked {
  readonly clock: Clock;
  readonly webhooks: readonly string[];
  readonly settings: Partial<SandboxSettings>;
  /** The header of the idempotency key, lower case; undefined when keys have no effect. */
  readonly idempotencyHeader: string | undefined;
  readonly perToken: boolean;
}

/** Ten years: later days may lie beyond the dates that can be written. */
const MOST_GRACE_DAYS = 3650;

/** The compiler says which one is missing. */
const NAMES = Object.keys({
  log: 0,
  token: 0,
  seed: 0,
  latency: 0,
  failureRate: 0,
  cors: 0,
  allowHosts: 0,
  allowAnyCard: 0,
  strict: 0,
  journalBytes: 0,
  port: 0,
  host: 0,
  docs: 0,
  requestTimeout: 0,
  clock: 0,
  webhook: 0,
  allowRemoteWebhooks: 0,
  state: 0,
  keep: 0,
  keepAccounts: 0,
  snapshotBytes: 0,
  settle: 0,
  pixPaidAfter: 0,
  pixExpiresAfter: 0,
  boletoGraceDays: 0,
  idempotency: 0,
  accounts: 0,
  publicUrl: 0,
} satisfies Record<keyof SandboxServerOptions, 0>);

/** Throws one line that names the option when a value makes no sense. An option that is undefined is not given. */
export function readOptions(options: SandboxServerOptions): Checked {
  if (typeof options !== 'object' || options === null) throw new TypeError('options must be an object');
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`there is no option ${unknown.slice(0, 40)}; there are ${NAMES.join(', ')}`);
  checkOptions(options);
  const {
    webhook = [],
    state,
    keep = 1,
    keepAccounts = 1,
    snapshotBytes = 1,
    boletoGraceDays,
    idempotency = false,
    accounts = 'one',
    publicUrl,
  } = options;
  const { allowRemoteWebhooks = false, docs = false, cors = false, allowAnyCard = false, strict = false } = options;
  for (const [name, value] of Object.entries({ allowRemoteWebhooks, docs, cors, allowAnyCard, strict })) {
    check(typeof value === 'boolean', `${name} must be true or false`);
  }
  const webhooks = typeof webhook === 'string' ? [webhook] : webhook;
  check(Array.isArray(webhooks), 'webhook must be an address or a list of them');
  for (const url of webhooks) checkWebhook(url, allowRemoteWebhooks);
  check(
    state === undefined || (typeof state === 'string' && state !== ''),
    'state must be the name of a file, or an address like redis://127.0.0.1:6379',
  );
  if (state !== undefined && isRedisAddress(state)) readRedisAddress(state);
  for (const [name, value] of Object.entries({ keep, keepAccounts, snapshotBytes })) {
    check(Number.isSafeInteger(value) && value >= 1, `${name} must be a whole number, 1 or more`);
  }
  check(
    boletoGraceDays === undefined ||
      (Number.isSafeInteger(boletoGraceDays) && boletoGraceDays >= 0 && boletoGraceDays <= MOST_GRACE_DAYS),
    `boletoGraceDays must be a whole number from 0 to ${MOST_GRACE_DAYS}`,
  );
  check(accounts === 'one' || accounts === 'per-token', 'accounts must be one or per-token');
  return {
    clock: clockOf(options.clock),
    webhooks,
    settings: {
      ...(options.settle !== undefined && { settleMs: durationOf('settle', options.settle) }),
      ...(options.pixPaidAfter !== undefined && { pixPaidAfterMs: durationOf('pixPaidAfter', options.pixPaidAfter) }),
      ...(options.pixExpiresAfter !== undefined && {
        pixExpiryMs: durationOf('pixExpiresAfter', options.pixExpiresAfter),
      }),
      ...(boletoGraceDays !== undefined && { boletoGraceDays }),
      ...(publicUrl !== undefined && { publicUrl: publicUrlOf(publicUrl) }),
    },
    idempotencyHeader: headerOf(idempotency),
    perToken: accounts === 'per-token',
  };
}

function clockOf(clock: unknown = 'system'): Clock {
  if (clock === 'system') return { kind: 'system', offset: 0 };
  if (clock === 'manual') return { kind: 'frozen', at: Date.now() };
  const at = clock instanceof Date ? clock.getTime() : typeof clock === 'string' ? timeOf(clock) : Number.NaN;
  // Beyond these, timestamps have no four digits for the year.
  check(
    at >= 0 && at <= Date.UTC(9998, 11, 31),
    'clock must be system, manual, a Date or a time like 2026-11-20T12:00:00Z',
  );
  return { kind: 'frozen', at };
}

/** Milliseconds of a timestamp, or of a day in UTC; NaN for anything else that Date would guess at. */
export function timeOf(text: string): number {
  return /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}

export function checkWebhook(url: unknown, allowRemote: boolean): asserts url is string {
  check(typeof url === 'string', 'webhook must be an address that begins with http:// or https://');
  try {
    checkUrl(String(url), allowRemote);
  } catch (error) {
    throw new RangeError(`webhook: ${error instanceof Error ? error.message : 'is no address'}`);
  }
}

function publicUrlOf(url: unknown): string {
  const isUrl = typeof url === 'string' && /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/.test(url) && URL.canParse(url);
  check(isUrl, 'publicUrl must be an address like https://sandbox.example, without a query');
  return String(url).replace(/\/+$/, '');
}

function headerOf(idempotency: unknown): string | undefined {
  if (idempotency === false) return undefined;
  if (idempotency === true) return 'idempotency-key';
  const isName = typeof idempotency === 'string' && /^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(idempotency);
  check(isName, 'idempotency must be true, false or the name of a header');
  return String(idempotency).toLowerCase();
}

function check(holds: boolean, problem: string): void {
  if (!holds) throw new RangeError(problem);
}
