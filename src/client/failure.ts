import { createHide, hideInJson, mask, secretsIn } from '../redaction/index.js';
import { isObject } from '../util/json.js';
import { buildResponse, type ResponseHead, UnusableResponse } from '../util/response-body.js';
import {
  type FailedResponse,
  GatewayApiError,
  GatewayAuthenticationError,
  type GatewayCall,
  GatewayConnectionError,
  type GatewayError,
  GatewayNotFoundError,
  GatewayOutcomeUnknownError,
  GatewayRateLimitError,
  GatewayTimeoutError,
  GatewayValidationError,
} from './errors.js';

type ErrorClass = new (...args: ConstructorParameters<typeof GatewayError>) => GatewayError;
type Kind = readonly [type: ErrorClass, advice: string];

const connection = [GatewayConnectionError, 'Check baseUrl and try again'] as const;
const refused = [GatewayApiError, 'Ask the gateway'] as const;
const invalid = [GatewayValidationError, 'Correct the request'] as const;

/** The kinds of failures: an error class with its advice. */
const kinds = {
  unknown: [
    GatewayOutcomeUnknownError,
    'It may have been accepted: look for it by your own reference (reference_key, metadata) before you send it again',
  ],
  timeout: [GatewayTimeoutError, 'Try again'],
  connection,
  broken: connection,
  tooLarge: [GatewayConnectionError, 'Ask for less, or raise maxResponseBytes'],
  unexpected: refused,
  refused,
  400: invalid,
  401: [GatewayAuthenticationError, 'Check accessToken'],
  404: [GatewayNotFoundError, 'Check the id'],
  422: invalid,
  429: [GatewayRateLimitError, 'Wait and try again'],
} satisfies Record<string, Kind>;

/** Characters. `errors` holds all of a longer text. */
const longestMessage = 2000;

export function failure(kind: keyof typeof kinds, call: GatewayCall, what: string, failed?: FailedResponse) {
  const [Type, advice]: Kind = kinds[kind];
  const shown = what.length > longestMessage ? `${what.slice(0, longestMessage)}…` : what;
  return new Type(call, `${shown}. ${advice}.`, failed, failed ? {} : { cause: new Error(shown) });
}

/**
 * Returns whether a POST with this status may have been accepted. A redirect may follow an accepted POST, and browsers report a
 * redirect as status 0.
 */
export const leavesOutcomeOpen = (status: number): boolean => status < 400 || status >= 500 || status === 408;

/** A call, and the parts of its request whose secrets an error must not repeat. */
export interface CallFacts {
  readonly call: GatewayCall;
  readonly body: unknown;
  headers: unknown;
  /** Whether an attempt may have been accepted. Stays true, however later attempts end. */
  isUnknown: boolean;
}

/** Returns JSON with all card numbers and the secrets of the request hidden. Never throws. `redact` does more, and is too large here. */
export function hideSecrets(value: unknown, { body, headers }: CallFacts): unknown {
  try {
    return hideInJson(value, createHide(secretsIn([body, headers])));
  } catch {
    return mask; // The body cannot be read again.
  }
}

/** Codes of network errors that happen before there is a connection. */
const beforeConnection = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

/** A longer chain of causes is not read to its end. */
const longestChain = 20;

export interface NetworkFailure {
  readonly message: string;
  /** Whether there never was a connection: the error and each of its last causes has a code, and all codes agree. */
  readonly neverConnected: boolean;
  readonly unusable?: UnusableResponse | undefined;
}

/**
 * Describes why a usable response is missing. Returns only texts, because the error of `fetch` may hold anything, including the
 * request. Never throws, even if reading the error does.
 */
export function describeNetworkFailure(reason: unknown): NetworkFailure {
  const messages: string[] = [];
  const codes: string[] = [];
  const links: unknown[] = [reason];
  try {
    if (reason instanceof UnusableResponse) return { message: reason.message, neverConnected: false, unusable: reason };
    // The list grows while the loop reads it. `errors` has one error for each address that was tried.
    for (const link of links) {
      if (typeof link === 'string') messages.push(link);
      if (typeof link !== 'object' || link === null) continue;
      const { message, code, cause, errors } = link as Record<string, unknown>;
      if (message) messages.push(`${message}`);
      const causes = [cause, errors].flat().filter((next) => !links.includes(next));
      // `fetch failed` has no code, but the errors that it ends with do.
      const isLast = !causes.some((next) => typeof next === 'object' && next !== null);
      if (code !== undefined || isLast) codes.push(typeof code === 'string' ? code : 'unknown');
      links.push(...causes);
      if (links.length > longestChain) throw new Error('too long');
    }
  } catch {
    codes.push('unknown');
  }
  const neverConnected = codes.length > 0 && codes.every((code) => beforeConnection.test(code));
  return { message: messages.slice(0, 5).join(': '), neverConnected };
}

/** Returns the strings of an error body: its `errors`, then `message` and `code` if they add anything. Each may be missing. */
function errorStrings(body: unknown): string[] {
  // A proxy may send a sentence or a list in place of an object.
  if (!isObject(body)) return stringsOf(body);
  const { errors, message, code } = body;
  const byField = isObject(errors) ? Object.entries(errors) : [['', errors]];
  const listed = byField.flatMap(([field, value]) => stringsOf(value, field && `${field}: `));
  return [...new Set([...listed, ...stringsOf(message), ...stringsOf(code, 'code ')])];
}

/** Returns one string for each element of a list. Objects become JSON, so that no detail is lost. */
function stringsOf(value: unknown, prefix: unknown = ''): string[] {
  return [value].flat().flatMap((one) => {
    if (one === undefined || one === null || one === '') return [];
    try {
      return `${prefix}${typeof one === 'object' ? JSON.stringify(one) : one}`;
    } catch {
      return 'nested too deeply to be shown';
    }
  });
}

/** Returns the facts of a response, with secrets hidden. */
export function factsOf(
  facts: CallFacts,
  { status, headers }: ResponseHead,
  errors: readonly string[],
): FailedResponse {
  return { status, errors, requestId: hideSecrets(headers.get('x-request-id'), facts) as string | null };
}

/** A registered symbol, because the copy of this package that unwraps a result may not be the one that made the call. */
const key = Symbol.for('payment-gateway-contract.failure');
type KeptFailure = Pick<CallFacts, 'call' | 'isUnknown'> & { readonly failed: FailedResponse };

/**
 * Returns the result of a failed response with this parsed body. `error` always is an object with `errors`. The response keeps the facts
 * that `unwrap` needs, out of sight, so that a result looks like one of openapi-fetch.
 */
export function failedResult(facts: CallFacts, response: ResponseHead, body: unknown) {
  const hidden = hideSecrets(body, facts);
  const listed = errorStrings(hidden);
  const { status, statusText } = response;
  const errors = listed.length ? listed : [`${hideSecrets(statusText, facts) || `HTTP ${status}`}`];
  const fields = isObject(hidden) ? hidden : {};
  const isShown = typeof fields.errors === 'object' && Object.keys(fields.errors ?? {}).length > 0;
  const error = isShown ? fields : { ...fields, errors };
  const { call, isUnknown } = facts;
  const kept: KeptFailure = { call, isUnknown, failed: factsOf(facts, response, errors) };
  return { error, response: Object.assign(buildResponse(response, JSON.stringify(error)), { [key]: kept }) };
}

/** Builds the error for a success whose body is not what the contract promises. */
export function unexpectedBody(call: GatewayCall, response: Response, what: string, advice: string): GatewayApiError {
  const failed = factsOf({ call, body: undefined, headers: undefined, isUnknown: false }, response, [what]);
  return new GatewayApiError(call, `HTTP ${response.status}: ${what}. ${advice}.`, failed);
}

/** Returns the error for a failed result, as a class of this copy of the package. */
export function failureOf({ error, response }: { error?: unknown; response: Response }): GatewayError {
  const { status, headers } = response;
  const { call, failed, isUnknown } = (response as { [key]?: KeptFailure })[key] ?? {
    // Another client made this result. Its method is unknown, so the worse case is assumed: a POST.
    call: { operationId: 'an unknown operation', method: '', path: '' },
    failed: { status, errors: errorStrings(error), requestId: headers?.get?.('x-request-id') ?? null },
    isUnknown: leavesOutcomeOpen(status),
  };
  const byStatus = Object.hasOwn(kinds, failed.status) ? (failed.status as 400) : 'refused';
  const what = `HTTP ${failed.status}: ${failed.errors.join('; ')}`;
  return failure(isUnknown ? 'unknown' : byStatus, call, what, failed);
}
