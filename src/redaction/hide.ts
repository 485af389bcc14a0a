import { testCardNumbers } from '../../generated/test-values.js';
import { isLuhn } from '../util/index.js';
import { createFind } from './find.js';
import { hideRanges, type Range, rangesOf, withSeparators } from './text.js';

/** `Basic plan` and `bearer token` name no credentials. */
const credentials = /\b(?:(?:[Bb]earer|BEARER)[ \t+]+(?!tokens?\b)|[Bb]asic[ \t+]+(?![A-Z]?[a-z]+\b))([\w.~+/=-]+)/g;

/**
 * The password in an address: `https://user:password@host`, `redis://:password@host`. JSON may escape the slashes. A user may be an
 * e-mail address, and an apostrophe belongs to a user or a password.
 */
const passwords = /:\\*\/\\*\/[^\s/?#:"<>\\]*:([^\s/?#"<>\\]+)(?=@)/g;

/** Tokens that their form gives away: JWT, and the secret keys of some gateways. */
const tokens = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|\b(?:[rs]k_(?:live|test)|whsec)_\w{8,}/g;

/** Keys and certificates in PEM, whole or cut off. */
const pemBlocks = /-----BEGIN [A-Z\d ]{1,40}-----.*?(?:-----END [A-Z\d ]{1,40}-----|$)/gs;

/** A security code in a sentence. */
const securityCodes =
  /\b(?:cv[vc]2?|security[ _]code|c[óo]digo de seguran[çc]a)["']?\s{0,3}[:=]\s{0,3}["']?(\d{3,4})(?!\w)/gi;

/** How card numbers are written: in one run, or in groups of 8-8, 4-6-5, 4-4-4-4 or 4-4-4-4-3. */
const forms = /* @__PURE__ */ [
  '\\d+',
  '\\d{8}GAP\\d{8}',
  '\\d{4}GAP\\d{6}GAP\\d{4,5}',
  '(\\d{4}GAP){3}\\d{1,7}',
  '(\\d{4}GAP){4}\\d{1,3}',
].map((form) => withSeparators(`${form.replaceAll('GAP', '[SEP_\\s\\\\]{1,3}')}(?!\\d)`, 'uy'));

/**
 * Numbers that pass Luhn one time in ten but belong to no card: the constant part of a Pix code, a Brazilian mobile phone, a CNPJ
 * (eight digits, then a branch that is nearly always below 10).
 */
const otherNumbers = /^(5204\d{4}5303986\d*|55[1-9]{2}9\d{8}|\d{8}000[1-9]\d\d)$/;

/** Returns whether a string is one of the contract's published test cards, which are no secrets outside card fields. */
export const isTestCard = (number: string): boolean => testCardNumbers.includes(number.replace(/\W/g, ''));

/** Returns whether 13 to 19 digits have a card's prefix (2221 to 2720, and 3 to 6) and Luhn's check digit. */
function isCardNumber(number: string): boolean {
  const hasPrefix = number < '3' ? number > '2221' && number < '2721' && number.length === 16 : number < '7';
  if (!hasPrefix || !/^\d{13,19}$/.test(number) || otherNumbers.test(number)) return false;
  return isLuhn(number) && !isTestCard(number);
}

/** The places of card numbers. */
function cardNumbersIn(text: string): Range[] {
  const ranges: Range[] = [];
  // `%2320261122` is an escape before a date: no card number begins with 20.
  for (const [start] of rangesOf(text, /(?:%2\d(?=20))?(\d{4,})/g)) {
    for (const form of forms) {
      form.lastIndex = start;
      const [found = ''] = form.exec(text) ?? [];
      if (isCardNumber(found.replace(/\D/g, ''))) ranges.push([start, start + found.length]);
    }
  }
  return ranges;
}

/** Digits in one of the forms above, or a character that may hide them: an escape, or an invisible one. */
const mayHoldCardNumber = /[%\\\p{Cf}]|\p{Nd}{13}|\p{Nd}{4}\P{Nd}{1,3}\p{Nd}{4}/u;

/** Four digits in a row, or a character that may hide one. Most texts have neither, and this test is faster than the next. */
const special = /\d{4}|[^ -$&-[\]-~]/;

/** Returns whether a string contains a card number in any form, except a published test card. */
export const hasCardNumber = (string: string): boolean =>
  special.test(string) && mayHoldCardNumber.test(string) && hideRanges(string, cardNumbersIn) !== string;

/** Most strings hold none of the forms above, and this test is fast. */
const mayHoldKnown = /\d{4}|bearer|basic|@|eyJ|k_live_|k_test_|whsec_|-----BEGIN|cv[vc]|security|seguran/i;

/**
 * Returns a function that hides these secrets, credentials after their scheme, tokens of a known form, PEM blocks,
 * passwords in addresses, security codes after their name, and card numbers.
 */
export function createHide(secrets: Iterable<string>): (string: string) => string {
  const find = createFind(secrets);
  const known = [credentials, passwords, tokens, pemBlocks, securityCodes];
  const findKnown = (text: string) =>
    mayHoldKnown.test(text) ? [...known.flatMap((form) => rangesOf(text, form)), ...cardNumbersIn(text)] : [];
  return (string) => hideRanges(string, (text) => [...find(text), ...findKnown(text)]);
}
