// @ts-check
import { child, isFilledString, isNode, list } from '../../contract/elements.js';

const FIELDS = ['card_number', 'brand', 'outcome', 'note'];
const OUTCOMES = ['approved', 'refused', 'request_authentication', 'processing'];

const CODE_FIELDS = ['begins_with', 'outcome', 'note'];

/** @type {import('../rule.js').Rule} */
export default function* testValuesComplete(contract) {
  for (const [index, code] of list(child(contract, 'x-test-values'), 'security_codes').entries()) {
    const wrong =
      !isNode(code) ||
      !/^\d+$/.test(String(code.begins_with)) ||
      code.outcome !== 'refused' ||
      Object.keys(code).some((field) => !CODE_FIELDS.includes(field));
    if (wrong) {
      yield {
        path: ['x-test-values', 'security_codes', index],
        message: `Give the security code \`begins_with\` (digits) and \`outcome: refused\`, and no fields other than ${CODE_FIELDS.join(', ')}.`,
      };
    }
  }
  const numbers = new Set();
  for (const [index, card] of list(child(contract, 'x-test-values'), 'cards').entries()) {
    const path = ['x-test-values', 'cards', index];
    if (
      !isNode(card) ||
      !isFilledString(card.card_number) ||
      !isFilledString(card.brand) ||
      !OUTCOMES.includes(String(card.outcome))
    ) {
      yield {
        path,
        message: `Give the test card a \`card_number\`, a \`brand\` and an \`outcome\`: ${OUTCOMES.join(', ')}.`,
      };
    } else if (Object.keys(card).some((field) => !FIELDS.includes(field))) {
      yield { path, message: `Unknown field: use ${FIELDS.join(', ')}, and quote a text that contains a comma.` };
    } else if (numbers.has(card.card_number)) {
      yield { path, message: `List each test card once: one number cannot have two outcomes.` };
    } else {
      numbers.add(card.card_number);
    }
  }
}
