/** What an error shows of a call and its response, with secrets hidden. */
export interface ErrorFacts {
  readonly method: string;
  /** The path in the contract, so it never contains an id. */
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
  declare readonly method: string;
  declare readonly path: string;
  declare readonly status?: number;
  declare readonly errors?: readonly string[];
  declare readonly requestId?: string | null;

  constructor(facts: ErrorFacts, what: string, advice?: string) {
    const text = what.slice(0, 2000).replace(/[.:;,\s]+$/, '');
    // The error of `fetch` may contain the request, so the cause has only its messages.
    const options = facts.errors ? {} : { cause: new Error(text) };
    super(`${facts.method} ${facts.path}: ${text}.${advice ? ` ${advice}.` : ''}`, options);
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
