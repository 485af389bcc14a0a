import { isObject, type JsonObject } from '../../contract/json.js';
import type { Pair } from './examples.js';

/**
 * Fills fields that the request omits as an example does that also omits them: without `items` the list is empty, without `installments` there is one
 * installment. An example that sends the field is ignored.
 */
export function createUnsent(pairs: readonly Pair[]): (response: unknown, pair: Pair, sent: unknown) => unknown {
  const known = new Map(pairs.map((pair) => [pair, unsentValues(pair, pairs)]));
  return (response, pair, sent) => {
    if (!isObject(response) || !isObject(pair.response)) return response;
    const body = isObject(sent) ? sent : {};
    let fitted = response;
    for (const [field, value] of known.get(pair) ?? []) {
      // A field that something else has changed (`customer_id` the customer) is not unsent.
      const isUntouched = !Object.hasOwn(body, field) && response[field] === pair.response[field];
      if (!isUntouched) continue;
      if (fitted === response) fitted = { ...response };
      fitted[field] = value;
    }
    return fitted;
  };
}

/** For each field that the example sends and returns, the value in the first other example that does not send it. */
function unsentValues(pair: Pair, pairs: readonly Pair[]): [string, unknown][] {
  const request = fieldsOf(pair.request);
  const response = fieldsOf(pair.response);
  return Object.keys(request).flatMap((field): [string, unknown][] => {
    if (!Object.hasOwn(response, field)) return [];
    const other = pairs.find(
      (one) => !Object.hasOwn(fieldsOf(one.request), field) && Object.hasOwn(fieldsOf(one.response), field),
    );
    return other ? [[field, fieldsOf(other.response)[field]]] : [];
  });
}

function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
