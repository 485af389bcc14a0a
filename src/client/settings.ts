import { checkHeader, checkHeaders } from './headers.js';
import type { CallOptions, GatewayClientOptions, Hooks, SharedOptions } from './options.js';
import { isTransient } from './retry.js';

/** What holds for one call: its own options over those of the client over the defaults. */
export interface Settings
  extends Pick<SharedOptions, 'fetch'>,
    Pick<CallOptions, 'signal' | 'idempotencyKey' | 'parseAs'>,
    Hooks {
  readonly retries: number;
  readonly retryIf: NonNullable<SharedOptions['retryIf']>;
  readonly retryDelayMs: number;
  readonly timeoutMs: number;
  readonly overallTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly idempotencyHeader: string;
}

const defaults: Settings = {
  retries: 2,
  retryIf: isTransient,
  retryDelayMs: 250,
  timeoutMs: 30_000,
  overallTimeoutMs: 90_000,
  maxResponseBytes: 10 * 1024 * 1024,
  idempotencyHeader: 'Idempotency-Key',
};

/** Which values of an option make sense, and how that is said. */
type Rule = readonly [accepts: (value: unknown) => boolean, mustBe: string];

const positive: Rule = [(value) => typeof value === 'number' && value > 0, 'a number above 0'];
const aFunction: Rule = [(value) => typeof value === 'function', 'a function'];

const parseAs = ['json', 'text', 'blob', 'arrayBuffer', 'stream'];

const shared: Readonly<Record<string, Rule>> = {
  fetch: aFunction,
  retries: [
    (value) => (Number.isInteger(value) && Number(value) >= 0) || value === Number.POSITIVE_INFINITY,
    'a whole number, 0 or more',
  ],
  retryIf: aFunction,
  retryDelayMs: [(value) => Number.isFinite(value) && Number(value) >= 0, 'a finite number, 0 or more'],
  timeoutMs: positive,
  overallTimeoutMs: positive,
  maxResponseBytes: positive,
};

const perCall: Readonly<Record<string, Rule>> = {
  ...shared,
  signal: [(value) => value === null || value instanceof AbortSignal, 'an AbortSignal'],
  idempotencyKey: [(value) => typeof value === 'string' && value !== '', 'a string that is not empty'],
  parseAs: [(value) => parseAs.includes(String(value)), parseAs.join(', ')],
};

const perClient: Readonly<Record<string, Rule>> = {
  ...shared,
  onRequest: aFunction,
  onResponse: aFunction,
  onRetry: aFunction,
  idempotencyHeader: [(value) => typeof value === 'string' && value !== '', 'the name of a header'],
};

/** Only the origin and a path: what follows would swallow the paths of the contract. @throws TypeError for anything else. */
export function checkBaseUrl(value: unknown): void {
  // Not quoted: somebody may have put credentials into it.
  if (!/^https?:\/\/[^@?#{}\s]+$/.test(`${value}`) || !URL.canParse(`${value}`))
    throw new TypeError('baseUrl must be like https://gateway.example');
}

/** These are for openapi-fetch; a wrong one would fail there, and in words of its own. */
const ofOpenapiFetch: Readonly<Record<string, Rule>> = {
  bodySerializer: aFunction,
  querySerializer: [(value) => /function|object/.test(typeof value) && value !== null, 'a function or an object'],
  pathSerializer: aFunction,
  middleware: [Array.isArray, 'a list'],
};

function check(name: string, value: unknown, [accepts, mustBe]: Rule): void {
  if (accepts(value)) return;
  // Anything but a number is not quoted: it may be a secret in the wrong place.
  const received = typeof value === 'number' ? value : value === null ? 'null' : typeof value;
  throw new TypeError(`${name} must be ${mustBe}, not ${received}. Leave it out for the default.`);
}

/**
 * The settings of a client. An option that is `undefined` is one that was not given.
 *
 * @throws TypeError when one makes no sense.
 */
export function clientSettings(options: GatewayClientOptions): Settings {
  const settings: Record<string, unknown> = { ...defaults };
  const given = new Map(Object.entries(options));
  for (const [name, rule] of Object.entries({ ...perClient, ...ofOpenapiFetch })) {
    const value = given.get(name);
    if (value === undefined) continue;
    check(name, value, rule);
    settings[name] = value;
  }
  checkHeader(`${settings.idempotencyHeader}`, '');
  return settings as unknown as Settings;
}

/**
 * The settings of one call, and what of its options is for openapi-fetch.
 *
 * @throws TypeError when an option makes no sense or a header cannot be sent.
 */
export function callSettings(client: Settings, init: object): { settings: Settings; rest: Record<string, unknown> } {
  const settings: Record<string, unknown> = { ...client };
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(init)) {
    if (value === undefined) continue;
    const rule = perCall[name];
    if (rule) {
      check(name, value, rule);
      settings[name] = value;
    } else {
      const itsRule = ofOpenapiFetch[name];
      if (itsRule) check(name, value, itsRule);
      if (name === 'baseUrl') checkBaseUrl(value);
      rest[name] = name === 'headers' ? checkHeaders(value) : value;
    }
  }
  const { idempotencyHeader, idempotencyKey } = settings as unknown as Settings;
  if (idempotencyKey !== undefined) checkHeader(idempotencyHeader, idempotencyKey);
  return { settings: settings as unknown as Settings, rest };
}
