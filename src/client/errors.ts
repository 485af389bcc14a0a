/** Which operation a failure or an event belongs to. `path` is the contract's template: ids never show here. */
export interface GatewayCall {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

/** What is known of a response that is not a success. */
export interface FailedResponse {
  readonly status: number;
  /** One string per mistake; the contract's two shapes of `errors` become this one. */
  readonly errors: readonly string[];
  /** The header `x-request-id`, when the gateway sent one. */
  readonly requestId: string | null;
}

/**
 * What every failure of a call has. The message names the operation and says what to do next. Neither the error nor its
 * `cause` holds the request, so that no card number, security code or token is logged with it.
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

/** The gateway responded and did not accept the call. */
export class GatewayApiError extends GatewayError implements FailedResponse {
  override readonly name: string = 'GatewayApiError';
  declare readonly status: number;
  declare readonly errors: readonly string[];
  declare readonly requestId: string | null;
}

/** 400 or 422: the request was wrong; `errors` says what. */
export class GatewayValidationError extends GatewayApiError {
  override readonly name = 'GatewayValidationError';
}

/** 401: the access token was missing, wrong or expired. */
export class GatewayAuthenticationError extends GatewayApiError {
  override readonly name = 'GatewayAuthenticationError';
}

/** 404: no such object, or not one of this account. */
export class GatewayNotFoundError extends GatewayApiError {
  override readonly name = 'GatewayNotFoundError';
}

/** 429: too many calls. */
export class GatewayRateLimitError extends GatewayApiError {
  override readonly name = 'GatewayRateLimitError';
}

/** No response in time, to a call that does no harm when it is sent again. */
export class GatewayTimeoutError extends GatewayError {
  override readonly name = 'GatewayTimeoutError';
}

/** The gateway could not be reached, or the response broke off; sending the call again does no harm. */
export class GatewayConnectionError extends GatewayError {
  override readonly name = 'GatewayConnectionError';
}

/**
 * A POST may have been accepted, and nobody knows: no usable response came after it was on its way, or it was 408 or
 * 5xx. Sending it again may charge twice: look for it first, by your own reference. A `reference_key` that was sent with a payment finds it at
 * once if the gateway knows that filter, which is not settled: compare what comes back, and read the pages of the list otherwise.
 */
export class GatewayOutcomeUnknownError extends GatewayError implements Partial<FailedResponse> {
  override readonly name = 'GatewayOutcomeUnknownError';
  /** Of the response, when there was one; so are `errors` and `requestId`. */
  declare readonly status?: number;
  declare readonly errors?: readonly string[];
  declare readonly requestId?: string | null;
}
