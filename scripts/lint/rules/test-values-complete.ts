import { isObject, type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import { isFilledString } from '../../contract/text.ts';
import type { Problem } from '../rule.ts';

const FIELDS = ['card_number', 'brand', 'outcome', 'note'];
const OUTCOMES = ['approved', 'refused', 'request_authentication', 'processing'];

const CODE_FIELDS = ['begins_with', 'outcome', 'note'];

export default function* testValuesComplete(contract: JsonObject): Iterable<Problem> {
  for (const [index, code] of listAt(objectAt(contract, 'x-test-values'), 'security_codes').entries()) {
    const wrong =
      !isObject(code) ||
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
  for (const [index, card] of listAt(objectAt(contract, 'x-test-values'), 'cards').entries()) {
    const path = ['x-test-values', 'cards', index];
    if (
      !isObject(card) ||
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
