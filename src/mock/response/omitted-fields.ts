import { asObject, isObject } from '../../util/index.js';
import type { Pair } from './examples.js';

/**
 * Fills fields that the request omits with the values of an example that also omits them: without `items` the list is empty,
 * without `installments` there is one installment. It ignores examples that send the field.
 */
export function createUnsent(pairs: readonly Pair[]): (response: unknown, pair: Pair, sent: unknown) => unknown {
  const known = new Map(pairs.map((pair) => [pair, unsentValues(pair, pairs)]));
  return (response, pair, sent) => {
    if (!isObject(response) || !isObject(pair.response)) return response;
    const body = asObject(sent);
    let fitted = response;
    for (const [field, value] of known.get(pair) ?? []) {
      // Skips a field that another field has changed, such as `customer` after `customer_id`.
      const isUntouched = !Object.hasOwn(body, field) && response[field] === pair.response[field];
      if (!isUntouched) continue;
      if (fitted === response) fitted = { ...response };
      fitted[field] = value;
    }
    return fitted;
  };
}

/** Returns each field that the example sends and returns, with its value in the first example that does not send it. */
function unsentValues(pair: Pair, pairs: readonly Pair[]): [string, unknown][] {
  const request = asObject(pair.request);
  const response = asObject(pair.response);
  return Object.keys(request).flatMap((field): [string, unknown][] => {
    if (!Object.hasOwn(response, field)) return [];
    const other = pairs.find(
      (one) => !Object.hasOwn(asObject(one.request), field) && Object.hasOwn(asObject(one.response), field),
    );
    return other ? [[field, asObject(other.response)[field]]] : [];
  });
}

/**
 * Compares the `amount` of a refund or a capture with the amount of the resource, and removes it if it covers the whole. Applies
 * only to operations with an example of a part, whose request and response differ in `amount`.
 */
export function withoutWholeAmount(
  body: unknown,
  resource: unknown,
  pairs: readonly Pair[],
): { body: unknown; warnings: string[] } {
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
