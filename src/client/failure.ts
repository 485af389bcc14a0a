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
import type { UnusableResponse } from './read.js';

/** A kind of failure, and what to do about it. */
type Kind = readonly [type: new (...args: ConstructorParameters<typeof GatewayError>) => GatewayError, advice: string];

export const unknownOutcome: Kind = [
  GatewayOutcomeUnknownError,
  'It may have been accepted: look for it by your own reference (reference_key, metadata) before you send it again',
];
export const timeout: Kind = [GatewayTimeoutError, 'Try again'];
export const connection: Kind = [GatewayConnectionError, 'Check baseUrl and try again'];
export const notAsPromised: Kind = [GatewayApiError, 'Ask the gateway'];

/** What a response comes to that could not be used and has no unknown outcome; whether the failure is one of the gateway. */
export const unusable: Readonly<Record<UnusableResponse['reason'], readonly [Kind, isResponse: boolean]>> = {
  broken: [connection, false],
  unexpected: [notAsPromised, true],
  'too large': [[GatewayConnectionError, 'Ask for less, or raise maxResponseBytes'], false],
};

const invalid: Kind = [GatewayValidationError, 'Correct the request'];
const byStatus: Readonly<Record<number, Kind>> = {
  400: invalid,
  401: [GatewayAuthenticationError, 'Check accessToken'],
  404: [GatewayNotFoundError, 'Check the id'],
  422: invalid,
  429: [GatewayRateLimitError, 'Wait and try again'],
};

/** Enough to see what is wrong; all of it stands in `errors`. */
const longestMessage = 2000;

export function failure([Type, advice]: Kind, call: GatewayCall, what: string, failed?: FailedResponse): GatewayError {
  const shown = what.length > longestMessage ? `${what.slice(0, longestMessage)}…` : what;
  return new Type(call, `${shown}. ${advice}.`, failed, failed ? {} : { cause: new Error(shown) });
}

/** The failure that an error response stands for. */
export const responseFailure = (call: GatewayCall, failed: FailedResponse, isUnknown: boolean): GatewayError =>
  failure(
    isUnknown ? unknownOutcome : (byStatus[failed.status] ?? notAsPromised),
    call,
    `HTTP ${failed.status}: ${failed.errors.join('; ')}`,
    failed,
  );

/** Whether a status leaves open that a POST was accepted. A redirect may come after it was; browsers show one as 0. */
export const leavesOutcomeOpen = (status: number): boolean => status < 400 || status >= 500 || status === 408;

/** The strings of an error body: its `errors`, then its `message` and its `code` unless they say the same. Each of them may be missing. */
export function errorStrings(body: unknown): string[] {
  // A gateway, or a proxy before it, may send a sentence or a list of them in place of an object.
  if (!isRecord(body)) return stringsOf(body);
  const { errors, message, code } = body;
  const byField = isRecord(errors) ? Object.entries(errors) : [['', errors]];
  const listed = byField.flatMap(([field, value]) => stringsOf(value, field && `${field}: `));
  return [...new Set([...listed, ...stringsOf(message), ...stringsOf(code, 'code ')])];
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One string for each element of a list, none for an empty one. Objects become JSON, so that nothing of them is lost. */
function stringsOf(value: unknown, before: unknown = ''): string[] {
  return [value].flat().flatMap((one) => {
    if (one === undefined || one === null || one === '') return [];
    try {
      return `${before}${typeof one === 'object' ? JSON.stringify(one) : one}`;
    } catch {
      return 'nested too deeply to be shown';
    }
  });
}

/** Codes of failures before a connection stood, so that nothing can have arrived. */
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

/** More links than that are no chain of causes. */
const longestChain = 20;

/**
 * What a failure of the network and its causes say, and whether it is sure that nothing arrived: at least one of them must say
 * so, and none anything else. The error itself may hold anything, down to the request.
 */
export function networkFailure(reason: unknown): { readonly message: string; readonly neverArrived: boolean } {
  const messages: string[] = [];
  const codes: unknown[] = [];
  const links: unknown[] = [reason];
  try {
    // The list grows while it is walked: several connections that were tried leave a list of errors.
    for (const link of links) {
      if (typeof link === 'string') messages.push(link);
      if (typeof link !== 'object' || link === null) continue;
      const { message, code, cause, errors } = link as Record<string, unknown>;
      if (message) messages.push(`${message}`);
      if (code !== undefined) codes.push(code);
      links.push(...[cause, errors].flat().filter((next) => !links.includes(next)));
      if (links.length > longestChain) throw new Error('too long');
    }
  } catch {
    codes.push('unknown');
  }
  const neverArrived = codes.length > 0 && codes.every((code) => neverConnected.test(`${code}`));
  return { message: messages.slice(0, 5).join(': '), neverArrived };
}
