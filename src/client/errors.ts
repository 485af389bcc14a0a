import { leavesOutcomeOpen } from '../vocabulary.js';

/** What an error shows of a call and its response, with secrets hidden. */
export interface ErrorFacts {
  readonly operationId: string;
  readonly method: string;
  /** The template of the contract, so it never contains an id. */
  readonly path: string;
  /** Set if a response came, like `requestId`. */
  readonly status?: number;
  /** One string for each mistake that the response lists. */
  readonly errors?: readonly string[];
  /** The header `x-request-id`. */
  readonly requestId?: string | null;
}

/** The base class. An error never contains the request, so you can log it. Compare `code` if two copies of the package may meet. */
export abstract class GatewayError extends Error implements ErrorFacts {
  abstract readonly code: 'api' | 'outcome_unknown' | 'connection' | 'timeout';
  declare readonly operationId: string;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly status?: number;
  declare readonly errors?: readonly string[];
  declare readonly requestId?: string | null;

  constructor(facts: ErrorFacts, what: string, advice?: string) {
    super(`${facts.operationId}: ${what.slice(0, 2000).replace(/[.:;,\s]+$/, '')}.${advice ? ` ${advice}.` : ''}`);
    // Compiled to ES5, `new` would return a plain Error.
    Object.setPrototypeOf(this, new.target.prototype);
    Object.assign(this, facts);
  }
}

/** The gateway refused the call. `status` and `errors` give the reason. */
export class GatewayApiError extends GatewayError {
  override readonly name = 'GatewayApiError';
  override readonly code = 'api';
  declare readonly status: number;
  declare readonly errors: readonly string[];
  declare readonly requestId: string | null;
}

/** The gateway may have accepted a POST: there was no usable response, or a status other than a clear refusal. */
export class GatewayOutcomeUnknownError extends GatewayError {
  override readonly name = 'GatewayOutcomeUnknownError';
  override readonly code = 'outcome_unknown';
}

/** The gateway was unreachable, or its response is unusable. Sending the call again is harmless. */
export class GatewayConnectionError extends GatewayError {
  override readonly name = 'GatewayConnectionError';
  override readonly code = 'connection';
}

/** No response came in time. Sending the call again is harmless. */
export class GatewayTimeoutError extends GatewayError {
  override readonly name = 'GatewayTimeoutError';
  override readonly code = 'timeout';
}

/** Returns the advice for an unknown outcome. A refund has the id of its object, a new payment only your reference. */
export const lookFirst = ({ path }: ErrorFacts): string =>
  `It may have been accepted: ${path.includes('{') ? 'retrieve the object' : 'look for your own reference'} before you send it again`;

/** Where a failed response keeps its facts for `unwrap`. Registered, because another copy of the package may unwrap it. */
const key = Symbol.for('payment-gateway-contract.failure');
type Failure = { readonly facts: ErrorFacts; readonly isUnknown: boolean };

export const keepFailure = (response: Response, failure: Failure): Response =>
  Object.assign(response, { [key]: failure });

function errorOf({ status, [key]: failure }: Response & { [key]?: Failure }): GatewayError {
  // Another client or middleware made this response, perhaps for a POST.
  const unknown = { operationId: 'call', method: '', path: '', status, errors: [], requestId: null };
  const { facts, isUnknown } = failure ?? { facts: unknown, isUnknown: leavesOutcomeOpen(status) };
  const what = `HTTP ${status}: ${facts.errors?.join('; ')}`;
  if (isUnknown) return new GatewayOutcomeUnknownError(facts, what, lookFirst(facts));
  return new GatewayApiError(facts, what);
}

type Result = { readonly data?: unknown; readonly error?: unknown; readonly response: Response };

/**
 * Returns the data of a call. For an HTTP error it throws a `GatewayApiError`, or a `GatewayOutcomeUnknownError` if a POST may have been
 * accepted. A declined card may be a 200: see `isDeclined`.
 */
export async function unwrap<R extends Result>(call: Promise<R>): Promise<Exclude<R['data'], undefined>> {
  const { data, error, response } = await call;
  if (error !== undefined || !response.ok) throw errorOf(response);
  return data as Exclude<R['data'], undefined>;
}

/** Returns whether a POST may have been accepted although it failed. Pass the result of a call, or the error that it threw. */
export function isOutcomeUnknown(resultOrError: unknown): boolean {
  const { code, response } = Object(resultOrError) as { code?: unknown; response?: Response };
  return (response?.ok === false ? errorOf(response).code : code) === 'outcome_unknown';
}
