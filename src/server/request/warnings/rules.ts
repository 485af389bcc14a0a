import { isIP } from 'node:net';
import { dateTime, dayInSaoPaulo, isDay, readDateTime } from '../../../codes/days.js';
import { isCnpj, isCpf, withoutPunctuation } from '../../../codes/documents.js';
import { isObject, type JsonObject, listAt, stringAt } from '../../../contract/json.js';
import { meant } from '../../../contract/nearest.js';
import type { Shape } from '../../../contract/schema-shape.js';
import { formats } from '../../../contract/validation/validator.js';
import { hasCardNumber, isSensitive } from '../../../redaction/index.js';
import { isLuhn } from '../cards.js';
import type { Place } from './places.js';

/** Adds a warning about a value, or about one below it. A warning never quotes the request. */
export type Warn = (says: string | (() => string), ...below: string[]) => void;

/** A check for requests that are valid but probably mistakes. */
export interface Rule {
  name: string;
  /** Returns whether the rule applies to values with this name and shape. Called once per name and shape. */
  isFor(name: string, shape: Shape): boolean;
  /** @param now milliseconds since 1970, by the clock of the server */
  check(place: Place, warn: Warn, now: number): void;
}

const MOST_INSTALLMENTS = 24;
/** See `reference-key` in the register. */
const LEAST_REFERENCE_KEY = 20;
/** The suffix of `payment_method` for card payments. */
const BY_CARD = /_card$/;
const DATE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
/** Tolerance for sums of percentages, which are decimals. */
const ROUNDING = 1e-6;

const named =
  (...names: string[]): Rule['isFor'] =>
  (name) =>
    names.includes(name);
const isMoney: Rule['isFor'] = (_, { marks }) => marks['x-unit'] === 'centavos';

/** Returns a rule with one sentence about the whole value. */
function rule(
  name: string,
  isFor: Rule['isFor'],
  isWrong: (place: Place, now: number) => boolean,
  says: string | ((now: number) => string),
): Rule {
  return {
    name,
    isFor,
    check(place, warn, now) {
      if (isWrong(place, now)) warn(typeof says === 'string' ? says : says(now));
    },
  };
}

/** Returns a rule for values that are strings. */
function textRule(
  name: string,
  isFor: Rule['isFor'],
  isWrong: (text: string, owner: JsonObject | undefined, now: number) => boolean,
  says: string | ((now: number) => string),
): Rule {
  return rule(name, isFor, ({ value, owner }, now) => typeof value === 'string' && isWrong(value, owner, now), says);
}

/** Returns a rule for values that are objects. */
function objectRule(
  name: string,
  isFor: Rule['isFor'],
  isWrong: (object: JsonObject, place: Place) => boolean,
  says: string,
): Rule {
  return rule(name, isFor, (place) => isObject(place.value) && isWrong(place.value, place), says);
}

export const QUERY_RULES: readonly Rule[] = [
  {
    name: 'unknown parameter',
    isFor: () => true,
    check({ value, shape, path }, warn) {
      if (path.length === 0) eachUnknown(value, shape, warn);
    },
  },
  rule('page before the first', named('page', 'per_page'), ({ value }) => Number(value) < 1, 'must be 1 or more'),
];

export const BODY_RULES: readonly Rule[] = [
  {
    name: 'unknown field',
    // An object may have any fields if the contract lists none.
    isFor: (_, { fields }) => fields.size > 0,
    check({ value, shape, allForms }, warn) {
      eachUnknown(value, shape, warn, allForms);
    },
  },
  {
    name: 'unknown value',
    isFor: (_, { marks }) => listAt(marks, 'x-extensible-enum').length > 0,
    check({ value, shape }, warn) {
      const known = listAt(shape.marks, 'x-extensible-enum').map(String);
      if (typeof value !== 'string' || known.includes(value.toLowerCase())) return;
      warn(() => `is not one of the known values ${known.join(', ')}${suggested(value, known)}`);
    },
  },
  rule(
    'amount of zero',
    (name, shape) => name === 'amount' && isMoney(name, shape),
    ({ value }) => value === 0,
    'is zero',
  ),
  rule('negative amount', isMoney, ({ value }) => typeof value === 'number' && value < 0, 'is negative'),
  rule(
    'amount beyond 2^53',
    isMoney,
    ({ value }) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER,
    'is above 2^53, where JSON numbers lose centavos',
  ),
  rule(
    'too many installments',
    named('installments'),
    ({ value }) => Number(value ?? 1) < 1 || Number(value ?? 1) > MOST_INSTALLMENTS,
    `must be from 1 to ${MOST_INSTALLMENTS}`,
  ),
  textRule(
    'mistyped card number',
    named('card_number'),
    (number) => /^\d+$/.test(number) && !isLuhn(number),
    'is not a valid card number; check its digits',
  ),
  rule(
    'card number in free text',
    (name, { fields }) => fields.size === 0 && !isSensitive(name),
    // The elements of a list are checked one by one.
    ({ value }) => !Array.isArray(value) && hasCardNumber(isObject(value) ? JSON.stringify(value) : String(value)),
    'contains a card number: free text is stored as sent, so send it in card_number only',
  ),
  rule(
    'month that does not exist',
    named('card_expiration_date'),
    ({ value }) => monthOf(value)?.isReal === false,
    'has a month that does not exist; its shape is MMYY',
  ),
  rule(
    'expired card',
    named('card_expiration_date'),
    ({ value }, now) => {
      const expiry = monthOf(value);
      return expiry?.isReal === true && expiry.month < dayInSaoPaulo(now).slice(0, 7);
    },
    'is in the past: the card has expired',
  ),
  objectRule(
    'card and card_id together',
    (_, { fields }) => fields.has('card'),
    ({ card, card_id }) => card !== undefined && card_id !== undefined,
    'has card and card_id; send one of them',
  ),
  {
    name: 'card payment without a card',
    // An update has no required fields, and may leave the card unchanged.
    isFor: (_, { fields, marks }) => fields.has('card') && listAt(marks, 'required').length > 0,
    check({ value, shape, path }, warn) {
      if (path.length > 0 || !isObject(value) || value.card !== undefined || value.card_id !== undefined) return;
      if (!BY_CARD.test(String(value.payment_method))) return;
      warn(`has no ${shape.fields.has('card_id') ? 'card and no card_id' : 'card'}, and is a payment by card`);
    },
  },
  objectRule(
    'boleto without a payer',
    (_, { fields }) => fields.has('boleto') && fields.has('customer'),
    ({ payment_method, customer, customer_id }, { path }) =>
      path.length === 0 && payment_method === 'boleto' && customer === undefined && customer_id === undefined,
    'needs customer or customer_id; a boleto names its payer',
  ),
  textRule(
    'short reference key',
    named('reference_key'),
    (key) => key.length < LEAST_REFERENCE_KEY,
    `has fewer than ${LEAST_REFERENCE_KEY} characters`,
  ),
  {
    name: 'document number with wrong check digits',
    isFor: named('document', 'document_number', 'number'),
    check({ name, value, path, owner }, warn) {
      if (typeof value !== 'string') return;
      const isDocument = name === 'document' || name === 'document_number';
      if (!isDocument && !(name === 'number' && path.at(-3) === 'documents')) return;
      const number = withoutPunctuation(value);
      const type = isDocument ? undefined : stringAt(owner, 'type')?.toLowerCase();
      const kind = type ?? (number.length === 11 ? 'cpf' : 'cnpj');
      if (kind === 'cpf' && !isCpf(number))
        warn('is not a CPF; a CPF has 11 digits, and the last two are check digits');
      if (kind === 'cnpj' && !isCnpj(number))
        warn('is not a CNPJ; a CNPJ has 14 places, and the last two are check digits');
    },
  },
  {
    name: 'split above 100 %',
    isFor: named('split'),
    check({ value, owner }, warn) {
      if (!Array.isArray(value)) return;
      if (sumOf(value, 'percentage') > 100 + ROUNDING) warn('adds up to more than 100 %');
      if (typeof owner?.amount === 'number' && sumOf(value, 'amount') > owner.amount) {
        warn('adds up to more than the amount of the payment');
      }
    },
  },
  objectRule(
    'split without a receiver',
    named('split'),
    ({ receiver_id }, { path }) => path.at(-1) !== 'split' && receiver_id === undefined,
    'needs a receiver_id; without one, no receiver gets this part',
  ),
  objectRule(
    'split rule without a share',
    named('split'),
    ({ percentage, amount }, { path }) => path.at(-1) !== 'split' && percentage === undefined && amount === undefined,
    'needs percentage or amount',
  ),
  textRule(
    'day in the past',
    (_, { marks }) => marks.format === 'date',
    (day, _, now) => isDay(day) && day < dayInSaoPaulo(now),
    'is in the past',
  ),
  textRule(
    'last payment date before the due date',
    named('max_payment_date'),
    (last, owner) => last < (stringAt(owner, 'expiration') ?? ''),
    'is before expiration; the boleto could not be paid on its due date',
  ),
  textRule(
    'time in another format or in the past',
    named('expiration_date'),
    (time) => !DATE_TIME.test(time) || readDateTime(time) === undefined,
    (now) => `must be shaped YYYY-MM-DD HH:MM:SS, in UTC, as ${dateTime(now + 3_600_000)}`,
  ),
  textRule(
    'time in another format or in the past',
    named('expiration_date'),
    (time, _, now) => (readDateTime(time) ?? now + 1) <= now,
    'is in the past (it is read as UTC)',
  ),
  textRule('invalid e-mail address', named('email'), (text) => !formats.email(text), 'is not an e-mail address'),
  textRule(
    'invalid web address',
    // The contract marks such a field with an example that is a URL.
    (_, { marks }) => /^https?:/.test(String(listAt(marks, 'examples')[0])),
    (url) => !/^https?:\/\/[^\s/]+/.test(url) || !URL.canParse(url),
    'is not a web address such as https://shop.example/',
  ),
  textRule('invalid IP address', named('ipAddress'), (address) => isIP(address) === 0, 'is not an IP address'),
  textRule(
    'invalid postal code',
    named('zipcode'),
    // Other countries have different postal codes.
    (code, owner) => !/^\d{5}-?\d{3}$/.test(code) && /^br$/i.test(stringAt(owner, 'country') ?? 'br'),
    'is not a CEP; a CEP has 8 digits, with or without a hyphen',
  ),
];

function eachUnknown(value: unknown, shape: Shape, warn: Warn, allForms?: Shape): void {
  if (!isObject(value)) return;
  for (const field in value) {
    if (shape.fields.has(field)) continue;
    if (allForms?.fields.has(field)) warn(`is not a field of this ${allForms.forms?.property}`, field);
    else warn(() => `is not known${suggested(field, [...shape.fields.keys()])}`, field);
  }
}

function suggested(name: string, known: readonly string[]): string {
  const found = meant(name, known);
  return found === undefined ? '' : `; did you mean ${found}?`;
}

/** Returns the month of `MMYY` as `YYYY-MM`. */
function monthOf(value: unknown): { month: string; isReal: boolean } | undefined {
  const [, month = '', year] = /^(\d\d)(\d\d)$/.exec(String(value)) ?? [];
  return year === undefined ? undefined : { month: `20${year}-${month}`, isReal: month >= '01' && month <= '12' };
}

function sumOf(rules: readonly unknown[], field: string): number {
  return rules.reduce<number>((sum, rule) => {
    const part = isObject(rule) ? rule[field] : undefined;
    return typeof part === 'number' ? sum + part : sum;
  }, 0);
}
