import type { WireResponse } from './response.js';
import { WARNING_HEADER } from './warning-header.js';

/** The response to a browser that asks before it sends; undefined for every other request. */
export function preflight(method: string, headers: Record<string, string>): WireResponse | undefined {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': '600',
    },
  };
}

/**
 * Lets pages of the asking origin read a response.
 *
 * @param vary the header of that name that the response has already
 */
export function corsHeaders(origin: string | undefined, vary?: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin ?? '*',
    'access-control-expose-headers': `x-evidence, ${WARNING_HEADER}, retry-after, allow`,
    vary: vary === undefined ? 'origin' : `${vary}, origin`,
  };
}
