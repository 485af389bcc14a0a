import type { GatewayOutcomeUnknownError } from './errors.js';
import { failureOf } from './kept-failure.js';

/**
 * The data of a call, or its failure as an exception: `GatewayOutcomeUnknownError` when a POST may have been accepted,
 * else `GatewayApiError` or one of its subclasses.
 *
 * A declined card is no failure: that response is a 200 with `status: 'refused'`. See `isDeclined`.
 */
export async function unwrap<R extends { data?: unknown; error?: unknown; response: Response }>(
  call: Promise<R>,
): Promise<Exclude<R['data'], undefined>> {
  const result = await call;
  if (result.error !== undefined) throw failureOf(result);
  return result.data as Exclude<R['data'], undefined>;
}

/**
 * Whether a call leaves open that a POST was accepted: its result without `unwrap` (408, a redirect or 5xx), or what it threw. Sending
 * it again may charge twice then.
 */
export function isOutcomeUnknown(resultOrError: unknown): boolean {
  const { error, response } = Object(resultOrError) as { error?: unknown; response?: Response };
  const failure: unknown = response && error !== undefined ? failureOf({ error, response }) : resultOrError;
  // By its name: another copy of this package has classes of its own.
  const name: GatewayOutcomeUnknownError['name'] = 'GatewayOutcomeUnknownError';
  return failure instanceof Error && failure.name === name;
}
