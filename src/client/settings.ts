import { checkHeader, checkHeaders } from './headers.js';
import { kindOf } from './kind-of.js';
import type { ParseAs } from './middleware.js';
import type { CallOptions, GatewayClientOptions, Hooks, SharedOptions } from './options.js';
import { isTransient } from './retry.js';

/** What holds for one call: its own options over those of the client over the defaults. */
export interface Settings extends Pick<SharedOptions, 'fetch'>, Pick<CallOptions, 'signal' | 'idempotencyKey'>, Hooks {
  readonly retries: number;
  readonly retryIf: NonNullable<SharedOptions['retryIf']>;
  readonly retryDelayMs: number;
  readonly timeoutMs: number;
  readonly overallTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly idempotencyHeader: string;
  readonly parseAs: ParseAs;
}

const defaults: Settings = {
  retries: 2,
  retryIf: isTransient,
  retryDelayMs: 250,
  timeoutMs: 30_000,
  overallTimeoutMs: 90_000,
  maxResponseBytes: 10 * 1024 * 1024,
  idempotencyHeader: 'Idempotency-Key',
  parseAs: 'json',
};

/** Which values of an option make sense, and how that is said. */
type Rule = readonly [accepts: (value: unknown) => boolean, mustBe: string];

const aFunction: Rule = [(value) => typeof value === 'function', 'a function'];
const aText: Rule = [(value) => typeof value === 'string' && value !== '', 'a string that is not empty'];
const aboveZero: Rule = [(value) => typeof value === 'number' && value > 0, 'a number above 0'];
const forms = ['json', 'text', 'blob', 'arrayBuffer', 'stream'];

/** Options of this client. */
const own: Readonly<Record<string, Rule>> = {
  fetch: aFunction,
  retries: [
    (value) => value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && Number(value) >= 0),
    'a whole number, 0 or more',
  ],
  retryIf: aFunction,
  retryDelayMs: [(value) => Number.isFinite(value) && Number(value) >= 0, 'a finite number, 0 or more'],
  timeoutMs: aboveZero,
  overallTimeoutMs: aboveZero,
  maxResponseBytes: aboveZero,
  signal: [(value) => value === null || value instanceof AbortSignal, 'an AbortSignal'],
  parseAs: [(value) => forms.includes(`${value}`), forms.join(', ')],
  idempotencyKey: aText,
  idempotencyHeader: aText,
  onRequest: aFunction,
  onResponse: aFunction,
  onRetry: aFunction,
};

/** Options of openapi-fetch: a wrong one would fail there, and in words of its own. */
const ofOpenapiFetch: Readonly<Record<string, Rule>> = {
  bodySerializer: aFunction,
  pathSerializer: aFunction,
  querySerializer: [(value) => /function|object/.test(typeof value) && value !== null, 'a function or an object'],
  middleware: [Array.isArray, 'a list'],
};

function check(name: string, value: unknown, [accepts, mustBe]: Rule): void {
  if (accepts(value)) return;
  // Anything but a number is not quoted: it may be a secret in the wrong place.
  const received = typeof value === 'number' ? value : kindOf(value);
  throw new TypeError(`${name} must be ${mustBe}, not ${received}. Leave it out for the default.`);
}

/** Only an origin and a path: what follows would swallow the paths of the contract. */
function checkBaseUrl(value: unknown): void {
  // Not quoted: somebody may have put credentials into it.
  if (!/^https?:\/\/[^@?#{}\s]+$/.test(`${value}`) || !URL.canParse(`${value}`))
    throw new TypeError('baseUrl must be like https://gateway.example');
}

interface Sorted {
  readonly settings: Settings;
  /** What of the options is for openapi-fetch. */
  readonly rest: Record<string, unknown>;
}

/** Options over settings. One that is `undefined` was not given; a TypeError says which one makes no sense. */
function sort(options: object, base: Settings): Sorted {
  // Copied only where an option is given: most calls give none.
  let settings = base;
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const rule = own[name] ?? ofOpenapiFetch[name];
    if (rule) check(name, value, rule);
    if (name === 'baseUrl') checkBaseUrl(value);
    if (own[name]) settings = { ...settings, [name]: value };
    else rest[name] = name === 'headers' ? checkHeaders(value) : value;
  }
  return { settings, rest };
}

/** The settings of a client. @throws TypeError when an option makes no sense or a header cannot be sent. */
export function clientSettings(options: GatewayClientOptions): Sorted {
  checkBaseUrl(options.baseUrl);
  const sorted = sort(options, defaults);
  checkHeader(sorted.settings.idempotencyHeader, '');
  return sorted;
}

/** The settings of a call of that client. @throws TypeError as `clientSettings` does. */
export function callSettings(options: object, client: Settings): Sorted {
  const sorted = sort(options, client);
  const { idempotencyHeader, idempotencyKey } = sorted.settings;
  if (idempotencyKey !== undefined) checkHeader(idempotencyHeader, idempotencyKey);
  return sorted;
}
