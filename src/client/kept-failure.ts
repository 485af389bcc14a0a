import type { FailedResponse, GatewayCall, GatewayError } from './errors.js';
import { errorStrings, leavesOutcomeOpen, responseFailure } from './failure.js';

/** All that an exception for an error response is made of. */
interface KeptFailure {
  readonly call: GatewayCall;
  readonly failed: FailedResponse;
  readonly isUnknown: boolean;
}

/** A registered symbol: the copy of this package that unwraps a result need not be the one that made the call. */
const key = Symbol.for('payment-gateway-contract.failure');

/** Keeps it on the response, out of sight, so that results stay those of openapi-fetch. */
export const keepFailure = (response: Response, value: KeptFailure): boolean =>
  Reflect.defineProperty(response, key, { value, configurable: true });

/** The exception that a result with an error stands for, of the classes of this copy of the package. */
export function failureOf({ error, response }: { error?: unknown; response: Response }): GatewayError {
  const kept = (response as { [key]?: KeptFailure })[key];
  if (kept) return responseFailure(kept.call, kept.failed, kept.isUnknown);
  // Not a result of this client. Whether it was a POST is not told either, so that the worse of two cases is assumed.
  const { status, headers } = response;
  const call = { operationId: 'an unknown operation', method: '', path: '' };
  const failed = { status, errors: errorStrings(error), requestId: headers.get('x-request-id') };
  return responseFailure(call, failed, leavesOutcomeOpen(status));
}
