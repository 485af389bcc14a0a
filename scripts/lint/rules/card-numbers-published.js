// @ts-check
import { isNode } from '../../contract/elements.js';
import { publishedCardNumbers } from '../published-card-numbers.js';

/** @typedef {import('../../contract/elements.js').Path} Path */

/** Yields every scalar below a key `card_number`: in examples, test values and schema samples.
 * @param {unknown} value @param {boolean} inside @param {Path} path @returns {Generator<{ text: string, path: Path }>} */
function* cardNumbers(value, inside, path) {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* cardNumbers(item, inside, [...path, index]);
  } else if (isNode(value)) {
    for (const [key, item] of Object.entries(value))
      yield* cardNumbers(item, inside || key === 'card_number', [...path, key]);
  } else if (inside && (typeof value === 'string' || typeof value === 'number')) {
    yield { text: String(value), path };
  }
}

/** @type {import('../rule.js').Rule} */
export default function* cardNumbersPublished(contract) {
  for (const { text, path } of cardNumbers(contract, false, [])) {
    const digits = text.replaceAll(/[ .-]/g, '');
    // The number itself stays out of the message: it may be a real card.
    if (/^\d{13,19}$/.test(digits) && !publishedCardNumbers.has(text)) {
      yield {
        path,
        message: `Use a published test number here, one of scripts/lint/published-card-numbers.js, digits only.`,
      };
    }
  }
}
