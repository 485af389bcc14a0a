// @ts-check
import { child, isNode, list } from '../../contract/elements.js';
import { exampleRecords } from '../records.js';

/** In an example with items, the amount is the sum of the items and the delivery.
 * @type {import('../rule.js').Rule} */
export default function* examplesAddUp(contract) {
  for (const { value, path } of exampleRecords(contract)) {
    const lines = list(value, 'items').filter(isNode);
    if (lines.length === 0 || typeof value.amount !== 'number') continue;
    const goods = lines.reduce((sum, { unit_price, quantity }) => sum + Number(unit_price) * Number(quantity), 0);
    // The fee is a string of reais; rounded, since a hundredth has no exact binary form.
    const delivery = Math.round(Number(child(value, 'shipping').fee ?? 0) * 100);
    if (goods + delivery !== value.amount) {
      yield {
        path: [...path, 'amount'],
        message: `Make the amount the sum of its parts: the items are ${goods} and the delivery is ${delivery} centavos, but the amount is ${value.amount}.`,
      };
    }
  }
}
