import { randomBytes } from 'node:crypto';
import { PIX_HOURS, readDateTime } from 'payment-gateway-core/codes';
import {
  choice,
  flag,
  must,
  type OptionsOf,
  type OptionTable,
  text,
  type ValuesOf,
  whole,
} from 'payment-gateway-core/util';
import type { Assumed } from 'payment-gateway-core/values';
import type { SandboxOptionDocs } from '../../generated/option-docs.js';
import { type Duration, durationOf, LAST_CLOCK_TIME } from '../clock/index.js';
import { checkUrl } from '../events/index.js';
import type { Clock, SandboxSettings } from '../state/index.js';
import { isRedisAddress, readRedisAddress } from '../stores/index.js';
import { type Calibration, calibrated, readAssumed, readCalibration, type VerifyReport } from '../variants/index.js';
import { type Documented, LISTEN_OPTIONS, type ServerOptions, USUAL_URL } from './server-options.js';

const MANY = whole(1, Number.MAX_SAFE_INTEGER);
const DURATION = {
  type: 'string',
  value: '<duration>',
  unit: 'a form such as 90s, 12h or { days: 31 }',
  read: (given: string | Duration): number => durationOf(given),
} as const;

/** Ten years. Later days may exceed the largest possible date. */
const MOST_GRACE_DAYS = 3650;

/** The options of the sandbox: those of a server and its additional ones. */
export const SANDBOX_OPTIONS = {
  ...LISTEN_OPTIONS,
  anonymous: {
    ...LISTEN_OPTIONS.anonymous,
    read(given: boolean, { accounts }): boolean {
      const isAnonymous = LISTEN_OPTIONS.anonymous.read(given);
      must(
        !isAnonymous || accounts !== 'per-token',
        'false if accounts is per-token, because the token selects the account',
      );
      return isAnonymous;
    },
  },
  clock: {
    type: 'string',
    value: '<time>',
    default: 'system',
    help: 'system runs with the clock of the system; manual stops until you advance it, and so does a time like 2026-11-20T12:00:00Z',
    read: clockOf,
  },
  webhook: {
    type: 'string',
    value: '<url>',
    variable: 'PAYMENT_GATEWAY_WEBHOOK',
    default: [],
    isList: true,
    help: 'an address that gets events without a registration; repeat as needed',
    read(given: string | readonly string[], { allowRemoteWebhooks }): readonly string[] {
      const addresses = typeof given === 'string' ? [given] : given;
      must(Array.isArray(addresses), 'an address or a list of addresses');
      for (const address of addresses) {
        must(typeof address === 'string', 'an address that begins with http:// or https://');
        checkUrl(address, allowRemoteWebhooks === true);
      }
      return addresses;
    },
  },
  allowRemoteWebhooks: { ...flag, help: 'sends events also to addresses that are neither loopback nor private' },
  state: {
    type: 'string',
    value: '<where>',
    variable: 'PAYMENT_GATEWAY_STATE',
    help: 'keeps the state in a SQLite file (Node 22.13 or newer) or on redis://user:password@host:6379/0?prefix=name (package @redis/client); by default in memory',
    read(given: string): string {
      must(typeof given === 'string' && given !== '', 'a file, or an address like redis://127.0.0.1:6379');
      must(given !== ':memory:', 'a file; without the option, the state is in memory');
      if (isRedisAddress(given)) readRedisAddress(given);
      return given;
    },
  },
  keep: { ...MANY, default: 20_000, help: 'how many of the newest objects of each kind, and events, an account keeps' },
  keepAccounts: {
    ...MANY,
    default: 1000,
    help: 'how many accounts to keep with --accounts per-token, the last used ones',
  },
  snapshotBytes: {
    ...whole(1, Number.MAX_SAFE_INTEGER, 'bytes'),
    default: 64 * 1024 * 1024,
    help: 'the size of the largest snapshot that the control API restores',
  },
  settle: { ...DURATION, default: '1s', help: 'how long asynchronous work takes' },
  pixPaidAfter: { ...DURATION, help: 'the time after which a Pix is paid without a buyer; by default never' },
  pixExpiresAfter: {
    ...DURATION,
    default: `${PIX_HOURS}h`,
    help: 'the time after which a Pix without expiration_date expires',
  },
  boletoGraceDays: {
    ...whole(0, MOST_GRACE_DAYS, 'days'),
    default: 3,
    value: '<days>',
    help: 'how long after its due date a boleto without max_payment_date can be paid',
  },
  accounts: {
    ...choice(['one', 'per-token']),
    variable: 'PAYMENT_GATEWAY_ACCOUNTS',
    default: 'one',
    help: 'one account for all requests, or one for each bearer token',
  },
  assume: {
    type: 'string',
    value: '<entry=variant>',
    default: [],
    isList: true,
    help: 'another behavior that the gateway may have, such as refund-rules=keeps-paid-amount; repeat as needed',
    read: (given: string | readonly string[] | Assumed): Assumed => readAssumed(given),
  },
  as: {
    type: 'string',
    value: '<report>',
    unit: 'a report of verify, or the path of its file',
    help: 'starts with the behavior that a report of verify found (verify --json); --assume wins over it',
    read: (given: string | VerifyReport): Calibration => readCalibration(given),
  },
  publicUrl: {
    ...text(),
    value: '<url>',
    help: 'where browsers reach the sandbox, if not at the address it listens on',
    read(given: string): string {
      const isUrl =
        typeof given === 'string' && /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/.test(given) && URL.canParse(given);
      must(isUrl, 'an address like https://sandbox.example, without a query');
      return given.replace(/\/+$/, '');
    },
  },
} as const satisfies OptionTable;

export type SandboxServerOptions = Documented<OptionsOf<typeof SANDBOX_OPTIONS>, SandboxOptionDocs>;
export type SandboxOptions = Pick<
  SandboxServerOptions,
  Exclude<keyof SandboxServerOptions, Exclude<keyof typeof LISTEN_OPTIONS, keyof ServerOptions>>
>;
export type SandboxValues = ValuesOf<typeof SANDBOX_OPTIONS>;

/** Returns the settings for the rules. Throws one line that names a wrong option. */
export function sandboxSettings(values: SandboxValues): SandboxSettings {
  const { settle, pixPaidAfter, pixExpiresAfter, boletoGraceDays, publicUrl = USUAL_URL } = values;
  return {
    assumed: values.as === undefined ? values.assume : calibrated(values.as, values.assume).assumed,
    settleMs: settle,
    ...(pixPaidAfter !== undefined && { pixPaidAfterMs: pixPaidAfter }),
    pixExpiryMs: pixExpiresAfter,
    boletoGraceDays,
    publicUrl,
    randomKey: () => randomBytes(16).toString('base64url'),
  };
}

function clockOf(clock: string | Date): Clock {
  if (clock === 'system') return { kind: 'system', offset: 0 };
  if (clock === 'manual') return { kind: 'frozen', at: Date.now() };
  const at =
    clock instanceof Date ? clock.getTime() : (readDateTime(typeof clock === 'string' ? clock : '') ?? Number.NaN);
  must(at >= 0 && at <= LAST_CLOCK_TIME, 'system, manual or a time like 2026-11-20T12:00:00Z');
  return { kind: 'frozen', at };
}
