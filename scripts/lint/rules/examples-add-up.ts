import { isObject, type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import { exampleRecords } from '../records.ts';
import type { LintProblem } from '../rule.ts';

/** In an example with items, the amount is the sum of the items and the delivery. */
export default function* examplesAddUp(contract: JsonObject): Iterable<LintProblem> {
  for (const { value, path } of exampleRecords(contract)) {
    const lines = listAt(value, 'items').filter(isObject);
    if (lines.length === 0 || typeof value.amount !== 'number') continue;
    const goods = lines.reduce((sum, { unit_price, quantity }) => sum + Number(unit_price) * Number(quantity), 0);
    // The fee is a string of reais; rounded, since a hundredth has no exact binary form.
    const delivery = Math.round(Number(objectAt(value, 'shipping').fee ?? 0) * 100);
    if (goods + delivery !== value.amount) {
      yield {
        path: [...path, 'amount'],
        message: `Make the amount the sum of its parts: the items are ${goods} and the delivery is ${delivery} centavos, but the amount is ${value.amount}.`,
      };
    }
  }
}
