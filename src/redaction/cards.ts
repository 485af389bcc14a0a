import { addRange, type Range, replaceRanges } from './mask.js';

/** Digits in groups of 4-4-4-n or 4-6-5, or a whole run of them, of which only the next steps tell whether it is a card. */
const candidates =
  /(?:\d{4}(?:%20|[ .+\u00a0\u2010-\u2015-]){1,3}){3}\d{1,7}(?!\d)|\d{4}(?:%20|[ .+\u00a0\u2010-\u2015-]){1,3}\d{6}(?:%20|[ .+\u00a0\u2010-\u2015-]){1,3}\d{4,5}(?!\d)|\d+/g;

/**
 * Numbers that pass Luhn one time in ten and are no cards: the constant part of a PIX code, a Brazilian mobile phone, a
 * CNPJ (eight digits, then a branch that is nearly always below 10).
 */
const otherNumbers = /^(5204\d{4}5303986\d*|55[1-9]{2}9\d{8}|\d{8}000[1-9]\d\d)$/;
/** The line of a boleto as it is printed; its last group has fourteen digits. */
const boletoBefore = /\d{5}\.\d{6} \d $/;

/** Hides the numbers that are card numbers by their own account: 13 to 19 digits, first 2 to 6, with Luhn's check digit. */
export function hideCardNumbers(string: string): string {
  const ranges: Range[] = [];
  candidates.lastIndex = 0;
  for (let found = candidates.exec(string); found; found = candidates.exec(string)) {
    const [shown] = found;
    const digits = shown.replace(/%20|\D/g, '');
    const end = found.index + shown.length;
    if (isCardNumber(digits) && !boletoBefore.test(string.slice(Math.max(0, found.index - 15), found.index))) {
      addRange(ranges, found.index, end);
    } else if (digits.length < shown.length) {
      // The card may begin with the second group.
      candidates.lastIndex = found.index + 4;
    }
  }
  return replaceRanges(string, ranges);
}

function isCardNumber(digits: string): boolean {
  if (!/^[2-6]\d{12,18}$/.test(digits) || otherNumbers.test(digits)) return false;
  let sum = 0;
  for (let place = 1; place <= digits.length; place++) {
    const digit = Number(digits.at(-place)) * (place % 2 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
