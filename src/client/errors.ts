import { matchCopies } from '../util/index.js';

/** The operation of an error or an event. `path` is the contract's template, so it never contains an id. */
export interface GatewayCall {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

/** The facts of a failed response. */
export interface FailedResponse {
  readonly status: number;
  /**
   * One string per mistake. Both shapes of `errors` in the contract become this list. A body of another form is quoted, up to 500
   * characters, and one of more than 64 KiB is cut.
   */
  readonly errors: readonly string[];
  /** The header `x-request-id`, if the gateway sent one. */
  readonly requestId: string | null;
}

/**
 * The base class of all failures. Its message names the next step. Neither the error nor its `cause` contains the request, so you
 * can log it: it reveals no card number, security code or token.
 */
export class GatewayError extends Error implements GatewayCall {
  override readonly name: string = 'GatewayError';
  declare readonly operationId: string;
  declare readonly method: string;
  declare readonly path: string;

  constructor(call: GatewayCall, message: string, failed?: FailedResponse, options?: ErrorOptions) {
    super(`${call.operationId}: ${message}`, options);
    Object.assign(this, call, failed);
  }

  toJSON(): object {
    return Object.assign({ message: this.message }, this);
  }
}

/** The gateway responded and refused the call. */
export class GatewayApiError extends GatewayError implements FailedResponse {
  override readonly name: string = 'GatewayApiError';
  declare readonly status: number;
  declare readonly errors: readonly string[];
  declare readonly requestId: string | null;
}

/** 400 or 422: the request is invalid. `errors` lists the mistakes. */
export class GatewayValidationError extends GatewayApiError {
  override readonly name = 'GatewayValidationError';
}

/** 401: the access token is missing, wrong or expired. */
export class GatewayAuthenticationError extends GatewayApiError {
  override readonly name = 'GatewayAuthenticationError';
}

/** 404: the object does not exist, or belongs to another account. */
export class GatewayNotFoundError extends GatewayApiError {
  override readonly name = 'GatewayNotFoundError';
}

/** 429: too many calls. */
export class GatewayRateLimitError extends GatewayApiError {
  override readonly name = 'GatewayRateLimitError';
}

/** No response arrived in time. Sending the call again is harmless. */
export class GatewayTimeoutError extends GatewayError {
  override readonly name = 'GatewayTimeoutError';
}

/** The gateway was unreachable, or its response is incomplete. Sending the call again is harmless. */
export class GatewayConnectionError extends GatewayError {
  override readonly name = 'GatewayConnectionError';
}

/**
 * The gateway may have accepted a POST: the client sent it and got no usable response, or a status other than a clear refusal, such as a redirect, 408, 409,
 * 425 or 5xx. Sending it again may charge twice. Look for it by your own reference first. That the list can be filtered by `reference_key` is assumed.
 */
export class GatewayOutcomeUnknownError extends GatewayError implements Partial<FailedResponse> {
  override readonly name = 'GatewayOutcomeUnknownError';
  /** Set if there was a response, like `errors` and `requestId`. */
  declare readonly status?: number;
  declare readonly errors?: readonly string[];
  declare readonly requestId?: string | null;
}

const classes = {
  GatewayError,
  GatewayApiError,
  GatewayValidationError,
  GatewayAuthenticationError,
  GatewayNotFoundError,
  GatewayRateLimitError,
  GatewayTimeoutError,
  GatewayConnectionError,
  GatewayOutcomeUnknownError,
};
for (const [name, type] of Object.entries(classes)) matchCopies(type, name);
