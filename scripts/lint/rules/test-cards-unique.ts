import { type JsonObject, listAt, objectAt, stringAt } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

export default function* testCardsUnique(contract: JsonObject): Iterable<LintProblem> {
  const numbers = listAt(objectAt(contract, 'x-test-values'), 'cards').map((card) => stringAt(card, 'card_number'));
  for (const [index, number] of numbers.entries()) {
    if (number !== undefined && numbers.indexOf(number) < index) {
      const message = `List each test card once: one number cannot have two outcomes.`;
      yield { path: ['x-test-values', 'cards', index], message };
    }
  }
}
