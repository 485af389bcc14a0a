import {
  buildResponse,
  clauses,
  leavesOutcomeOpen,
  type ResponseHead,
  sentence,
  UnusableResponse,
} from '../util/index.js';
import { foreignFetch, isBeforeConnection, isRequestAsAddress } from './connection-errors.js';
import { type ErrorText, hideSecrets, readErrorBody, type Sent, textOfError } from './error-body.js';
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
import { operationOf } from './operation-ids.js';

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
  noPath: [GatewayNotFoundError, 'Check baseUrl and the request'],
  422: invalid,
  429: [GatewayRateLimitError, 'Wait and try again'],
  moved: [GatewayApiError, 'The client follows no redirect'],
} satisfies Record<string, Kind>;

/** The caller of a refund, a capture or a cancellation has the id of the object. */
const retrieveFirst = 'It may have been accepted: retrieve the object before you send it again';

/** Characters. `errors` holds all of a longer text. */
const longestMessage = 2000;

/** A 404 to a DELETE may be the result of its first attempt, whose response was lost. */
const readFirst = 'An earlier attempt may have succeeded: read the object before you decide';

export function failure(
  kind: keyof typeof kinds,
  call: GatewayCall,
  what: string,
  failed?: FailedResponse,
  mayBeDone = false,
) {
  const [Type, usual]: Kind = kinds[kind];
  const isUnknown = kind === 'unknown';
  const known = isUnknown && operationOf(call.method, call.path).mayLackObject ? retrieveFirst : usual;
  const advice = mayBeDone && !isUnknown ? readFirst : known;
  const shown = what.length > longestMessage ? `${what.slice(0, longestMessage)}…` : what;
  return new Type(call, `${sentence(shown)} ${advice}.`, failed, failed ? {} : { cause: new Error(shown) });
}

/** A call, and the parts of its request whose secrets an error must not repeat. */
export interface CallFacts extends Sent {
  readonly call: GatewayCall;
  headers: unknown;
  /** Whether an attempt may have been accepted. Stays true, however later attempts end. */
  isUnknown: boolean;
  /** Whether an attempt before the last one may have changed something. Sending it again is harmless, but its refusal may be misleading. */
  mayBeDone?: boolean | undefined;
}

/** A longer chain of causes is not read to its end. */
const longestChain = 20;

export interface NetworkFailure {
  readonly message: string;
  /** Whether the connection failed: each last cause shows it, and the errors before agree. */
  readonly neverConnected: boolean;
  readonly unusable?: UnusableResponse | undefined;
}

/**
 * Describes why a usable response is missing. Returns only texts, because the error of `fetch` may hold anything, including the
 * request. Never throws, even if reading the error does.
 */
export function describeNetworkFailure(reason: unknown): NetworkFailure {
  const messages: string[] = [];
  const links: unknown[] = [reason];
  let neverConnected = true;
  try {
    if (reason instanceof UnusableResponse) return { message: reason.message, neverConnected: false, unusable: reason };
    // The list grows while the loop reads it. `errors` has one error for each address that was tried.
    for (const link of links) {
      if (typeof link === 'string') messages.push(link);
      if (typeof link !== 'object' || link === null) continue;
      const { message, cause, errors } = link as Record<string, unknown>;
      if (message) messages.push(`${message}`);
      if (isRequestAsAddress(link)) messages.push(foreignFetch);
      const causes = [cause, errors].flat().filter((next) => !links.includes(next));
      neverConnected &&= isBeforeConnection(link, causes);
      links.push(...causes);
      if (links.length > longestChain) throw new Error('too long');
    }
  } catch {
    neverConnected = false;
  }
  const isDescribed = links.some((link) => typeof link === 'object' && link !== null);
  return { message: clauses(messages.slice(0, 5), ': '), neverConnected: neverConnected && isDescribed };
}

/** Returns the facts of a response, with secrets hidden. */
export function factsOf(
  facts: CallFacts,
  { status, headers }: ResponseHead,
  errors: readonly string[],
): FailedResponse {
  const id = headers.get('x-request-id');
  return { status, errors, requestId: id && hideSecrets(id, facts) };
}

/** A registered symbol, because the copy of this package that unwraps a result may not be the one that made the call. */
const key = Symbol.for('payment-gateway-contract.failure');
type KeptFailure = Pick<CallFacts, 'call' | 'isUnknown' | 'mayBeDone'> & { readonly failed: FailedResponse };

/**
 * Returns the result of a failed response with this body. `error` always is an object with `errors`. The response keeps the facts
 * that `unwrap` needs, out of sight, so that a result looks like one of openapi-fetch.
 */
export function failedResult(facts: CallFacts, response: ResponseHead, body: ErrorText) {
  const { fields, causes } = readErrorBody(body, response, facts);
  const isShown = typeof fields.errors === 'object' && Object.keys(fields.errors ?? {}).length > 0;
  const { call, isUnknown, mayBeDone } = facts;
  const listed = Array.isArray(fields.errors) && isShown ? fields.errors : causes;
  const errors = mayBeDone && !isUnknown ? [...listed, readFirst] : listed;
  const error = isShown && !Array.isArray(fields.errors) ? fields : { ...fields, errors };
  const kept: KeptFailure = { call, isUnknown, mayBeDone, failed: factsOf(facts, response, causes) };
  return { error, response: Object.assign(buildResponse(response, JSON.stringify(error)), { [key]: kept }) };
}

/** Builds the error for a success whose body is not what the contract promises. */
export function unexpectedBody(call: GatewayCall, response: Response, what: string, advice: string): GatewayApiError {
  const failed = factsOf({ call, body: undefined, headers: undefined, isUnknown: false }, response, [what]);
  return new GatewayApiError(call, `HTTP ${response.status}: ${sentence(what)} ${advice}.`, failed);
}

/** Returns the error for a failed result, as a class of this copy of the package. */
export function failureOf({ error, response }: { error?: unknown; response: Response }): GatewayError {
  const { status, headers } = response;
  const { call, failed, isUnknown, mayBeDone } = (response as { [key]?: KeptFailure })[key] ?? {
    // Another client made this result. Its method is unknown, so the worse case is assumed: a POST.
    call: { operationId: 'an unknown operation', method: '', path: '' },
    failed: {
      status,
      // Its request is unknown. The values of sensitive names in the body are hidden instead, but no sentences about them.
      errors: readErrorBody(textOfError(error), response, {
        body: { ...Object(error), errors: undefined },
        headers: undefined,
      }).causes,
      requestId: headers?.get?.('x-request-id') ?? null,
    },
    isUnknown: response.ok || (status !== undefined && leavesOutcomeOpen(status)),
    mayBeDone: false,
  };
  const other = failed.status >= 300 && failed.status < 400 ? 'moved' : 'refused';
  const known = Object.hasOwn(kinds, failed.status) ? (failed.status as 400 | 404) : other;
  // A path without an id is not found if the address is wrong.
  const byStatus = known === 404 && !call.path.includes('{') ? 'noPath' : known;
  const what = `HTTP ${failed.status}: ${clauses(failed.errors)}`;
  return failure(isUnknown ? 'unknown' : byStatus, call, what, failed, mayBeDone);
}
