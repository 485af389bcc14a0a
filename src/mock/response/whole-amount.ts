import { isObject } from '../../contract/json.js';
import type { Pair } from './examples.js';

/** The body without an amount that equals the whole: a refund of the whole amount is the same as a refund without an amount. */
export interface WholeAmount {
  body: unknown;
  warnings: string[];
}

/**
 * Compares the `amount` of an act (refund, capture) with that of the resource. An act on a part is told by its example, in
 * which the amount that was sent is not the one that is returned.
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
