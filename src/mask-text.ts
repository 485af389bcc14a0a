import { testCardNumbers } from '../generated/test-values.js';

/** Replaces a hidden value. */
export const mask = '[redacted]';
/** Where a card number may begin: after no digit, or after an escape of a URL (`%20`) or of JSON (`\u00a0`). */
const starts = /(?:(?<!\d)|(?<=%[\da-f]\d|\\u[\da-f]{3}\d))(?=[2-6]\d{3})/gi;
/** One run of digits, or groups of 4-4-4-4, 4-4-4-4-3, 4-6-5, 4-6-4 or 8-8. */
const groups = String.raw`\d{13,19} \d{4}(-\d{4}){3}-\d{1,3} \d{4}(-\d{4}){2}-\d{1,7} \d{4}-\d{6}-\d{4,5} \d{8}-\d{8}`;
const gap = String.raw`(?:[\s._+/\p{Pd}]|%20|\\u00a0){1,3}`;
const forms = groups.split(' ').map((form) => new RegExp(`^${form.replaceAll('-', gap)}(?!\\d)`, 'u'));
/** Numbers that pass Luhn one time in ten, but belong to no card: a part of a Pix code, a Brazilian mobile phone, a CNPJ. */
const otherNumbers = /^(5204\d{4}5303986\d*|55[1-9]{2}9\d{8}|\d{8}000[1-9]\d\d)$/;

/** Returns the text without card numbers, except those that may be shown. A prefix of card brands and Luhn's check digit give them away. */
function withoutCards(text: string, visible: readonly string[]): string {
  const isCard = (written: string) => {
    const digits = written.replace(/%20|\\u00a0|\D/g, '');
    const hasPrefix = digits > '3' || (digits > '2221' && digits < '2721' && digits.length === 16);
    if (!hasPrefix || otherNumbers.test(digits) || visible.includes(digits)) return false;
    const products = [...digits].map((digit, place) => Number(digit) * ((digits.length - place) % 2 ? 1 : 2));
    return products.reduce((sum, product) => sum + (product > 9 ? product - 9 : product), 0) % 10 === 0;
  };
  let [shown, done] = ['', 0];
  for (const { index } of text.matchAll(starts)) {
    const rest = text.slice(index, index < done ? index : index + 100); // The longest form has 91 characters.
    const number = forms.map((form) => form.exec(rest)?.[0] ?? '').find(isCard);
    if (!number) continue;
    shown += text.slice(done, index) + mask;
    done = index + number.length;
  }
  return shown + text.slice(done);
}

/** Returns whether a text has a card number, as digits or in groups. The contract's test cards do not count. */
export const hasCardNumber = (text: string): boolean => withoutCards(text, testCardNumbers) !== text;

/**
 * Returns a function that hides in a text these secrets, also as JSON or a URL writes them, what `hideMore` hides, and card numbers that are
 * not `visible`.
 */
export function createMask(
  secrets: Iterable<string>,
  hideMore = (text: string) => text,
  visible: readonly string[] = [],
): (text: string) => string {
  const spellings = [...secrets]
    .filter((secret) => secret.length > 2 && !secret.includes(mask) && !mask.includes(secret))
    .map((secret) => secret.replace(/\p{Surrogate}/gu, ' ')) // A half character has no form in a URL.
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const known = [...new Set(spellings)].sort((one, other) => other.length - one.length);
  return (text) => {
    let shown = text;
    for (const secret of known.filter((secret) => text.includes(secret))) {
      // A short secret, such as a security code, appears everywhere by chance.
      const alone = secret.length < 8 && new RegExp(`(?<!\\w)${secret.replace(/[^\w\s]/g, '\\$&')}(?!\\w)`, 'g');
      shown = shown.replaceAll(alone || secret, mask);
    }
    return withoutCards(hideMore(shown), visible);
  };
}
