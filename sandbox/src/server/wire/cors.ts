import { refuse, WARNING_HEADER, type WireResponse } from 'payment-gateway-core/access';

/**
 * Returns the response to a CORS preflight, or undefined for any other request.
 *
 * @param isOpen whether pages of other origins may call the API
 */
export function preflight(method: string, headers: Record<string, string>, isOpen: boolean): WireResponse | undefined {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
  if (!isOpen) {
    return refuse(
      403,
      'origin: the page is of another origin; start this server with --cors (option cors) to let it call the API',
    );
  }
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
 * Returns the headers that let pages of the requesting origin read a response.
 *
 * @param vary the existing `Vary` header of the response
 */
export function corsHeaders(origin: string | undefined, vary?: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin ?? '*',
    'access-control-expose-headers': `x-evidence, ${WARNING_HEADER}, retry-after, allow`,
    vary: vary === undefined ? 'origin' : `${vary}, origin`,
  };
}
