import type { JsonObject } from '../../../core/src/util/json.ts';
import { valuesBelow } from '../records.ts';
import type { LintProblem } from '../rule.ts';

// Test numbers that card networks and payment companies publish. The contract may not contain any other number that looks like
// a card number: examples are copied, logged and sent, and must never be a real card.
const publishedCardNumbers = new Set([
  '4111111111111111', // Visa
  '4539620659922097', // Visa
  '5555555555554444', // Mastercard
  '5240082975622454', // Mastercard
  '6362970000457013', // Elo
  '5067766783888311', // Elo
  '6062825624254001', // Hipercard
  '378282246310005', // American Express
  '4929291898380766', // Visa, declined by its publisher
  '5530062640663264', // Mastercard, declined by its publisher
]);

export default function* cardNumbersPublished(contract: JsonObject): Iterable<LintProblem> {
  for (const { value, path } of valuesBelow(contract, [])) {
    if (!path.includes('card_number') || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const text = String(value);
    const digits = text.replaceAll(/[ .-]/g, '');
    // The number itself stays out of the message: it may be a real card.
    if (/^\d{13,19}$/.test(digits) && !publishedCardNumbers.has(text)) {
      yield {
        path,
        message: `Use a published test number here, one of those in scripts/lint/rules/card-numbers-published.ts, digits only.`,
      };
    }
  }
}
