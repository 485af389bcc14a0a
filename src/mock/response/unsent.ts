import { isObject, type JsonObject } from '../wire/json.js';
import type { Pair } from './examples.js';

/**
 * What was not sent is answered as in an example that does not send it either: without `items` there are none, without
 * `installments` there is one. An example in which the field is sent says nothing of that.
 */
export function createUnsent(pairs: readonly Pair[]): (answer: unknown, pair: Pair, sent: unknown) => unknown {
  const known = new Map(pairs.map((pair) => [pair, unsentValues(pair, pairs)]));
  return (answer, pair, sent) => {
    if (!isObject(answer) || !isObject(pair.answer)) return answer;
    const body = isObject(sent) ? sent : {};
    let fitted = answer;
    for (const [field, value] of known.get(pair) ?? []) {
      // A field that something else has changed (`customer_id` the customer) is not unsent.
      const isUntouched = !Object.hasOwn(body, field) && answer[field] === pair.answer[field];
      if (isUntouched) fitted = { ...fitted, [field]: value };
    }
    return fitted;
  };
}

/** For each field that the example sends and answers, the answer of the first other example that does not send it. */
function unsentValues(pair: Pair, pairs: readonly Pair[]): [string, unknown][] {
  const { request, answer } = { request: fieldsOf(pair.request), answer: fieldsOf(pair.answer) };
  return Object.keys(request).flatMap((field): [string, unknown][] => {
    if (!Object.hasOwn(answer, field)) return [];
    const other = pairs.find(
      (one) => !Object.hasOwn(fieldsOf(one.request), field) && Object.hasOwn(fieldsOf(one.answer), field),
    );
    return other ? [[field, fieldsOf(other.answer)[field]]] : [];
  });
}

function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
