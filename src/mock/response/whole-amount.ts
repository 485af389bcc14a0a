import { isObject } from '../../contract/json.js';
import type { Pair } from './examples.js';

/** A request body without an amount that equals the whole, because a refund of the whole amount needs no amount. */
export interface WholeAmount {
  body: unknown;
  warnings: string[];
}

/**
 * Compares the `amount` of a refund or a capture with the amount of the resource, and removes it if it covers the whole. Applies
 * only to operations with an example of a part, whose request and response differ in `amount`.
 */
export function withoutWholeAmount(body: unknown, resource: unknown, pairs: readonly Pair[]): WholeAmount {
  const unchanged = { body, warnings: [] };
  if (!isObject(body) || !isObject(resource) || !pairs.some(isPart)) return unchanged;
  const { amount, ...rest } = body;
  if (typeof amount !== 'number' || typeof resource.amount !== 'number' || amount < resource.amount) return unchanged;
  const warnings = amount > resource.amount ? [`amount: is more than the ${resource.amount} of the example`] : [];
  return { body: rest, warnings };
}

function isPart({ request, response }: Pair): boolean {
  return (
    isObject(request) && isObject(response) && typeof request.amount === 'number' && request.amount !== response.amount
  );
}
