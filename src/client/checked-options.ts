import { editsBetween } from '../util/index.js';
import { foreignFetch } from './connection-errors.js';
import type { CallOptions, GatewayClientOptions, HeadersOptions, Hooks, ParseAs } from './options.js';
import { isTransient } from './retry.js';

type Options = GatewayClientOptions & CallOptions;

export const defaults = {
  retries: 2,
  retryIf: isTransient,
  retryDelayMs: 250,
  timeoutMs: 30_000,
  overallTimeoutMs: 90_000,
  maxResponseBytes: 10 * 1024 * 1024,
  parseAs: 'json',
} satisfies Partial<Options>;

/** The settings of one call: its options, then those of the client, then the defaults. */
export type Settings = Pick<Options, 'fetch' | 'signal' | keyof Hooks> & {
  readonly [Name in keyof typeof defaults]: NonNullable<Options[Name]>;
};

/** Returns the checked value of an option, or throws a TypeError. */
type Check = (value: unknown, name: string) => unknown;

const must =
  (accepts: (value: unknown) => boolean, mustBe: string): Check =>
  (value, name) => {
    if (accepts(value)) return value;
    // Only a number is quoted: another value may be a secret in the wrong place.
    const received = typeof value === 'number' ? value : kindOf(value);
    throw new TypeError(`${name}: must be ${mustBe}, not ${received}; leave it out for the default`);
  };

const aFunction = must((value) => typeof value === 'function', 'a function');
const aboveZero = must((value) => typeof value === 'number' && value > 0, 'a number above 0');
const forms: readonly unknown[] = ['json', 'text', 'blob', 'arrayBuffer', 'stream'] satisfies ParseAs[];
const isCount = (value: unknown) => value === Number.POSITIVE_INFINITY || Number.isInteger(value);

/** Not `instanceof`: jsdom and a context of `node:vm` have their own classes. */
const isAbortSignal = (value: unknown) => Object.prototype.toString.call(value) === '[object AbortSignal]';
/** The source of the `fetch` of the packages undici and node-fetch. A function that calls either package may pass the parts. */
const sourceOfForeign = /^(async )?function fetch ?\((init, options|url, opt)/;

function checkFetch(value: unknown, name: string): unknown {
  if (!sourceOfForeign.test(`${aFunction(value, name)}`)) return value;
  throw new TypeError(foreignFetch);
}

/** The ports that the Fetch standard blocks. */
const blockedPorts =
  /^(1|7|9|11|13|15|17|19|2[0-35]|37|4[23]|53|69|7[79]|87|95|10[1-4]|109|11[0135]|117|119|123|13[579]|143|161|179|389|427|465|51[2-5]|526|53[0-2]|540|548|554|556|563|587|601|636|989|99[035]|1719|172[03]|2049|3659|4045|4190|5060|5061|6000|6566|666[5-9]|6679|6697|10080)$/;

const ofSettings: Readonly<Record<string, Check>> = {
  fetch: checkFetch,
  retries: must((value) => isCount(value) && Number(value) >= 0, 'a whole number, 0 or more'),
  retryIf: aFunction,
  retryDelayMs: must((value) => Number.isFinite(value) && Number(value) >= 0, 'a finite number, 0 or more'),
  timeoutMs: aboveZero,
  overallTimeoutMs: aboveZero,
  maxResponseBytes: aboveZero,
  signal: must((value) => value === null || isAbortSignal(value), 'an AbortSignal'),
  parseAs: must((value) => forms.includes(value), forms.join(', ')),
  onRequest: aFunction,
  onResponse: aFunction,
  onRetry: aFunction,
};

/** The checks of options for openapi-fetch: a wrong value would fail later, with a less clear error. */
const ofOpenapiFetch: Readonly<Record<string, Check>> = {
  baseUrl: checkBaseUrl,
  headers: checkHeaders,
  bodySerializer: aFunction,
  pathSerializer: aFunction,
  querySerializer: must((value) => /function|object/.test(typeof value) && value !== null, 'a function or an object'),
  middleware: must(Array.isArray, 'a list'),
};

/** openapi-fetch ignores these options of a client. */
const onlyOfCalls = ['middleware', 'params', 'body'];
const onlyOfClients = ['accessToken'];
const known = [...Object.keys({ ...ofSettings, ...ofOpenapiFetch }), ...onlyOfCalls, ...onlyOfClients];

/** Returns the type of a value in words, for messages that must not quote the value. */
export const kindOf = (value: unknown): string =>
  value === null || value === undefined ? `${value}` : `a${typeof value === 'object' ? 'n' : ''} ${typeof value}`;

/** Checks an origin and a path, and removes slashes at its end. The error does not quote it: it may contain credentials. */
function checkBaseUrl(value: unknown): string {
  if (value === undefined || value === null || value === '')
    throw new TypeError('baseUrl: is missing; pass an address like https://gateway.example');
  if (typeof value !== 'string')
    throw new TypeError(`baseUrl: must be a string like https://gateway.example, not ${kindOf(value)}`);
  if (!/^https?:\/\//.test(value))
    throw new TypeError('baseUrl: must begin with http:// or https://, as in https://gateway.example');
  // A query or a fragment would swallow the paths of the contract.
  if (!/^https?:\/\/[^@?#{}\s]+$/.test(value) || !URL.canParse(value))
    throw new TypeError('baseUrl: must be an address like https://gateway.example, without a user or a query');
  const { port } = new URL(value);
  if (blockedPorts.test(port)) throw new TypeError(`baseUrl: fetch blocks the port ${port}; use another one`);
  return value.replace(/(?<!\/)\/+$/, '');
}

/** Refuses a misspelled option. Other keys pass: those of `RequestInit`, and for example `next`, `cf` and `dispatcher`. */
function checkSpelling(name: string): void {
  if (known.includes(name) || name in Request.prototype) return;
  const meant = known.find((option) => editsBetween(name, option) <= 2);
  if (meant) throw new TypeError(`${name}: is not an option; did you mean ${meant}?`);
}

/** Returns the options that only frameworks and engines know, such as `next`, `cf` and `dispatcher`. A new `Request` drops some. */
export const addedKeys = (passedOn: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(passedOn).filter(([name]) => !known.includes(name) && !(name in Request.prototype)),
  );

interface Sorted {
  readonly settings: Settings;
  /** The options for openapi-fetch and `fetch`. */
  readonly passedOn: Readonly<Record<string, unknown>>;
}

/** Applies options to settings. `undefined` means that an option is not set. */
function applyOptions(options: object, base: Settings, misplaced: readonly string[], owner: string): Sorted {
  if (Object(options) !== options) throw new TypeError('options: must be an object');
  // Copied only if an option is set, which is rare for a call.
  let settings = base;
  const passedOn: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (misplaced.includes(name)) throw new TypeError(`${name}: is an option of ${owner}; pass it there`);
    checkSpelling(name);
    if (Object.hasOwn(ofSettings, name)) settings = { ...settings, [name]: ofSettings[name]?.(value, name) };
    else passedOn[name] = Object.hasOwn(ofOpenapiFetch, name) ? ofOpenapiFetch[name]?.(value, name) : value;
  }
  return { settings, passedOn };
}

/** Returns the settings of a client. @throws TypeError for an invalid option or a header that cannot be sent */
export function clientSettings(given: GatewayClientOptions): Sorted {
  const { accessToken: _, ...options } = Object(given) as GatewayClientOptions;
  checkBaseUrl(options.baseUrl);
  return applyOptions(options, defaults, onlyOfCalls, 'a call, not of the client');
}

/** Returns the settings of a call. @throws TypeError as `clientSettings` does */
export function callSettings(options: object, client: Settings): Sorted {
  return applyOptions(options, client, onlyOfClients, 'the client, not of a call');
}

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;
const headerValue = /^[\t -~\x80-\xff]*$/;
/** The engine sets these for each request. It fails, or sends something else, if a caller sets them. */
const ofTheEngine = /^(connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$/i;

/**
 * Checks a header before an attempt begins.
 *
 * @throws TypeError that names the header. It does not quote the value, as an error of `fetch` does.
 */
export function checkHeader(name: string, value: unknown): void {
  if (!headerName.test(name))
    throw new TypeError('headers: a name has a character that cannot be sent; use letters, digits and hyphens');
  if (ofTheEngine.test(name)) throw new TypeError(`header ${name}: cannot be set; leave it to fetch`);
  for (const one of [value ?? ''].flat()) {
    if (/object|symbol|function/.test(typeof one)) throw new TypeError(`header ${name}: must be a string`);
    if (!headerValue.test(`${one}`))
      throw new TypeError(`header ${name}: has a line end or another character that cannot be sent; remove it`);
  }
}

/** Checks headers, and returns an object: openapi-fetch mistakes a list of pairs for one. */
function checkHeaders(headers: unknown): HeadersOptions {
  if (typeof headers !== 'object' || headers === null)
    throw new TypeError('headers: must be an object of names and values');
  const entries = Symbol.iterator in headers ? [...(headers as Headers)] : Object.entries(headers);
  for (const [name, value] of entries) checkHeader(name, value);
  return Object.fromEntries(entries);
}
