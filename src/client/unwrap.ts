import { GatewayOutcomeUnknownError } from './errors.js';
import { failureOf } from './meaning.js';

/**
 * The data of a call, or its failure as an exception: `GatewayOutcomeUnknownError` when a POST may have been accepted,
 * else `GatewayApiError` or one of its subclasses.
 *
 * A declined card is no failure: that answer is a 200 with `status: 'refused'`. See `isDeclined`.
 */
export async function unwrap<R extends { data?: unknown; error?: unknown; response: Response }>(
  call: Promise<R>,
): Promise<Exclude<R['data'], undefined>> {
  const { data, error, response } = await call;
  if (error !== undefined) throw failureOf(response) ?? error;
  return data as Exclude<R['data'], undefined>;
}

/**
 * Whether a call leaves open that a POST was accepted: its result without `unwrap` (408, a redirect or 5xx), or what it threw. Sending
 * it again may charge twice then.
 */
export function isOutcomeUnknown(resultOrError: unknown): boolean {
  const { response } = Object(resultOrError) as { response?: unknown };
  const failure = response instanceof Response ? failureOf(response) : resultOrError;
  return failure instanceof GatewayOutcomeUnknownError;
}
