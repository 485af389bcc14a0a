// @ts-check
import { child, isNode, isText, list } from '../../contract/elements.js';

const FIELDS = ['card_number', 'brand', 'outcome', 'note'];
const OUTCOMES = ['approved', 'refused', 'request_authentication', 'processing'];

/** @type {import('../rule.js').Rule} */
export default function* testValuesComplete(contract) {
  const numbers = new Set();
  for (const [index, card] of list(child(contract, 'x-test-values'), 'cards').entries()) {
    const path = ['x-test-values', 'cards', index];
    if (!isNode(card) || !isText(card.card_number) || !isText(card.brand) || !OUTCOMES.includes(String(card.outcome))) {
      yield {
        path,
        message: `Give the test card a \`card_number\`, a \`brand\` and an \`outcome\`: ${OUTCOMES.join(', ')}.`,
      };
    } else if (Object.keys(card).some((field) => !FIELDS.includes(field))) {
      yield { path, message: `Keep to ${FIELDS.join(', ')}; quote a text that has a comma in it.` };
    } else if (numbers.has(card.card_number)) {
      yield { path, message: `List each test card once: one number cannot have two outcomes.` };
    } else {
      numbers.add(card.card_number);
    }
  }
}
