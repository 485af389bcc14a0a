import { GatewayOutcomeUnknownError } from './errors.js';
import { failureOf } from './failure.js';

/**
 * Returns the data of a call. Throws `GatewayOutcomeUnknownError` if a POST may have been accepted, and otherwise `GatewayApiError`
 * or one of its subclasses.
 *
 * A declined card is not a failure if the response is a 200 with `status: 'refused'`, as a public client reads it: see `isDeclined`.
 * Treat a `GatewayApiError` with the status 402 or 422 on creation as a decline, too.
 */
export async function unwrap<R extends { data?: unknown; error?: unknown; response: Response }>(
  call: Promise<R>,
): Promise<Exclude<R['data'], undefined>> {
  const result = await call;
  // `error` alone is not enough: openapi-fetch leaves it out for some failed responses.
  if (result.error !== undefined || !result.response.ok) throw failureOf(result);
  return result.data as Exclude<R['data'], undefined>;
}

/**
 * Returns whether the gateway may have accepted a POST although the call failed. Pass the result of a call without `unwrap`, or the
 * error that a call threw. If it returns true, sending the POST again may charge twice.
 */
export function isOutcomeUnknown(resultOrError: unknown): boolean {
  const { error, response } = Object(resultOrError) as { error?: unknown; response?: Response };
  const isFailed = response && (error !== undefined || response.ok === false);
  const failure: unknown = isFailed ? failureOf({ error, response }) : resultOrError;
  return failure instanceof GatewayOutcomeUnknownError;
}
