import type { GatewayCall } from './errors.js';

/**
 * Throws before anything is sent when a path parameter is missing, or would change the path: `''`, `.` and `..` are
 * dropped by every URL parser, encoded or not, so that `DELETE /v1/customers/{id}` would reach another address.
 */
export function assertPathParameters(call: GatewayCall, values: Readonly<Record<string, unknown>> = {}): void {
  for (const [, name = ''] of call.path.matchAll(/{(\w+)}/g)) {
    if (/^\.{0,2}$/.test(`${values[name] ?? ''}`)) {
      throw new TypeError(`${call.operationId}: path parameter ${name} is missing. Give the id.`);
    }
  }
}
