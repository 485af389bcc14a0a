import { isIP } from 'node:net';
import { hasCardNumber, isSensitive } from 'payment-gateway-contract';
import {
  aboveMost,
  dayInSaoPaulo,
  hasCardExpired,
  isCnpj,
  isCpf,
  isDay,
  MOST_INSTALLMENTS,
  PAID_AT_ONCE,
  readDateTime,
  utcDateTime,
  withoutPunctuation,
} from 'payment-gateway-core/codes';
import type { Shape } from 'payment-gateway-core/contract';
import { isLuhn, isObject, jsonOf, listAt, numberOf, stringAt, suggestion, textOf } from 'payment-gateway-core/util';
import { formats } from 'payment-gateway-core/validation';
import type { ValuePlace } from './places.js';

/** A sentence, or what returns it. */
type Says = string | (() => string);

/** Adds a warning about a value, or about one below it. A warning never quotes the request. */
export type Warn = (says: Says, ...below: string[]) => void;

/** A check for requests that are valid but probably mistakes. */
export interface WarningRule {
  name: string;
  /** Whether it is about fields that no schema knows, which `strict` refuses. */
  isContract?: boolean;
  /** Returns whether the rule applies to values with this name and shape. Called once per name and shape. */
  isFor(name: string, shape: Shape): boolean;
  /** @param now milliseconds since 1970, by the clock of the server */
  check(place: ValuePlace, warn: Warn, now: number): void;
}

/** The suffix of `payment_method` for card payments. */
const BY_CARD = /_card$/;
const AT_ONCE: ReadonlySet<string> = new Set(['debit_card', 'pix', 'boleto']);
/** Section 2.3 shows a leading plus sign. E.164 has up to 15 digits. */
const PHONE = /^\+[1-9]\d{7,14}$/;
const DATE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
/** Addresses that a server listens on, and that no client can send to. */
const UNSPECIFIED: ReadonlySet<string> = new Set(['0.0.0.0', '[::]']);
export const NOT_REACHABLE =
  'names no machine: a server listens there to be reached at each of its addresses; use 127.0.0.1, or the name of its container';
/** Tolerance for sums of percentages, which are decimals. */
const ROUNDING = 1e-6;

const named =
  (...names: string[]): WarningRule['isFor'] =>
  (name) =>
    names.includes(name);
const isMoney: WarningRule['isFor'] = (_, { marks }) => marks['x-unit'] === 'centavos';

/** Returns the warning about a value, or a falsy value. */
type Check<Value> = (value: Value, place: ValuePlace, now: number) => Says | false | undefined;

/** Returns a function that creates rules about values of a type, with at most one warning about each value. */
const rulesAbout =
  <Value>(isValue: (value: unknown) => value is Value) =>
  (name: string, isFor: WarningRule['isFor'], check: Check<Value>): WarningRule => ({
    name,
    isFor,
    check(place, warn, now) {
      const says = isValue(place.value) && check(place.value, place, now);
      if (says) warn(says);
    },
  });

const rule = rulesAbout((_): _ is unknown => true);
const textRule = rulesAbout((value) => typeof value === 'string');
const numberRule = rulesAbout((value) => typeof value === 'number');
const objectRule = rulesAbout(isObject);

export const QUERY_RULES: readonly WarningRule[] = [
  {
    name: 'unknown parameter',
    isFor: () => true,
    check({ value, shape, path }, warn) {
      if (path.length === 0) eachUnknown(value, shape, warn, shape);
    },
  },
  rule('page before the first', named('page', 'per_page'), (value) => numberOf(value) < 1 && 'must be 1 or more'),
];

export const BODY_RULES: readonly WarningRule[] = [
  {
    name: 'unknown field',
    isContract: true,
    // An object may have any fields if the contract lists none.
    isFor: (_, { fields }) => fields.size > 0,
    check({ value, shape, allForms = shape }, warn) {
      eachUnknown(value, allForms, warn, shape);
    },
  },
  {
    name: 'field of another form',
    isFor: (_, { fields }) => fields.size > 0,
    check({ value, shape, allForms }, warn) {
      if (!isObject(value) || allForms === undefined) return;
      for (const field in value) {
        const isOther = !shape.fields.has(field) && allForms.fields.has(field);
        if (isOther) warn(`is not a field of this ${allForms.forms?.property}`, field);
      }
    },
  },
  textRule(
    'unknown value',
    (_, { marks }) => listAt(marks, 'x-extensible-enum').length > 0,
    (value, { shape }) => {
      const known = listAt(shape.marks, 'x-extensible-enum').map(String);
      if (known.includes(value.toLowerCase())) return false;
      return () => `is not one of the known values ${known.join(', ')}${suggestion(value, known)}`;
    },
  ),
  numberRule(
    'amount of zero',
    (name, shape) => name === 'amount' && isMoney(name, shape),
    (amount) => amount === 0 && 'is zero',
  ),
  numberRule('negative amount', isMoney, (amount) => amount < 0 && 'is negative'),
  numberRule(
    'amount beyond 2^53',
    isMoney,
    (amount) => Math.abs(amount) > Number.MAX_SAFE_INTEGER && 'is above 2^53, where JSON numbers lose centavos',
  ),
  rule(
    'amount beyond its code',
    named('amount'),
    (amount, { owner }) =>
      Number.isSafeInteger(amount) && aboveMost(stringAt(owner, 'payment_method'), numberOf(amount)),
  ),
  rule('too many installments', named('installments'), (value) => {
    const count = numberOf(value ?? 1);
    return (count < 1 || count > MOST_INSTALLMENTS) && `must be from 1 to ${MOST_INSTALLMENTS}`;
  }),
  rule('installments without a credit card', named('installments'), (value, { owner }) => {
    const method = stringAt(owner, 'payment_method');
    return AT_ONCE.has(method ?? '') && numberOf(value ?? 1) > 1 && PAID_AT_ONCE;
  }),
  textRule(
    'mistyped card number',
    named('card_number'),
    (number) => /^\d+$/.test(number) && !isLuhn(number) && 'is not a valid card number; check its digits',
  ),
  rule(
    'card number in free text',
    (name, { fields }) => fields.size === 0 && !isSensitive(name),
    (value) =>
      // The elements of a list are checked one by one.
      !Array.isArray(value) &&
      hasCardNumber(isObject(value) ? jsonOf(value) : textOf(value)) &&
      'contains a card number: free text is stored as sent, so send it in card_number only',
  ),
  rule('expiry month of a card', named('card_expiration_date'), (value, _, now) => {
    const [, month] = /^(\d\d)\d\d$/.exec(textOf(value)) ?? [];
    if (month === undefined) return false;
    if (month < '01' || month > '12') return 'has a month that does not exist; its shape is MMYY';
    return hasCardExpired(textOf(value), dayInSaoPaulo(now)) && 'is in the past: the card has expired';
  }),
  objectRule(
    'card and card_id together',
    (_, { fields }) => fields.has('card'),
    ({ card, card_id }) => card !== undefined && card_id !== undefined && 'has card and card_id; send one of them',
  ),
  objectRule(
    'card payment without a card',
    // An update has no required fields, and may leave the card unchanged.
    (_, { fields, marks }) => fields.has('card') && listAt(marks, 'required').length > 0,
    ({ card, card_id, payment_method }, { path, shape }) =>
      path.length === 0 &&
      card === undefined &&
      card_id === undefined &&
      BY_CARD.test(textOf(payment_method)) &&
      `has no ${shape.fields.has('card_id') ? 'card and no card_id' : 'card'}, and is a payment by card`,
  ),
  objectRule(
    'boleto without a payer',
    (_, { fields }) => fields.has('boleto') && fields.has('customer'),
    ({ payment_method, customer, customer_id }, { path }) =>
      path.length === 0 &&
      payment_method === 'boleto' &&
      customer === undefined &&
      customer_id === undefined &&
      'needs customer or customer_id; a boleto names its payer',
  ),
  textRule(
    'document number with wrong check digits',
    named('document', 'document_number', 'number'),
    (value, { name, path, owner }) => {
      if (name === 'number' && path.at(-3) !== 'documents') return false;
      const number = withoutPunctuation(value);
      const type = name === 'number' ? stringAt(owner, 'type')?.toLowerCase() : undefined;
      const kind = type ?? (number.length === 11 ? 'cpf' : 'cnpj');
      if (kind === 'cpf')
        return !isCpf(number) && 'is not a CPF; a CPF has 11 digits, and the last two are check digits';
      return (
        kind === 'cnpj' && !isCnpj(number) && 'is not a CNPJ; a CNPJ has 14 places, and the last two are check digits'
      );
    },
  ),
  rule('split above 100 %', named('split'), (value, { owner }) => {
    if (!Array.isArray(value)) return false;
    if (sumOf(value, 'percentage') > 100 + ROUNDING) return 'adds up to more than 100 %';
    const amount = owner?.amount;
    return (
      typeof amount === 'number' && sumOf(value, 'amount') > amount && 'adds up to more than the amount of the payment'
    );
  }),
  objectRule(
    'split without a receiver',
    named('split'),
    ({ receiver_id }) => receiver_id === undefined && 'needs a receiver_id; without one, no receiver gets this part',
  ),
  objectRule(
    'split rule without a share',
    named('split'),
    ({ percentage, amount }) => percentage === undefined && amount === undefined && 'needs percentage or amount',
  ),
  textRule(
    'day in the past',
    (_, { marks }) => marks.format === 'date',
    (day, _, now) => isDay(day) && day < dayInSaoPaulo(now) && 'is in the past',
  ),
  textRule(
    'last payment date before the due date',
    named('max_payment_date'),
    (last, { owner }) =>
      last < (stringAt(owner, 'expiration') ?? '') &&
      'is before expiration; the boleto could not be paid on its due date',
  ),
  textRule('time in another format or in the past', named('expiration_date'), (text, _, now) => {
    const time = DATE_TIME.test(text) ? readDateTime(text) : undefined;
    if (time === undefined) return `must be shaped YYYY-MM-DD HH:MM:SS, in UTC, as ${utcDateTime(now + 3_600_000)}`;
    return time <= now && 'is in the past (it is read as UTC)';
  }),
  textRule('invalid e-mail address', named('email'), (text) => !formats.email(text) && 'is not an e-mail address'),
  textRule(
    'invalid web address',
    // The contract marks such a field with an example that is a URL.
    (_, { marks }) => /^https?:/.test(String(listAt(marks, 'examples')[0])),
    (url) => {
      if (!/^https?:\/\/[^\s/]+/.test(url) || !URL.canParse(url))
        return 'is not a web address such as https://shop.example/';
      return UNSPECIFIED.has(new URL(url).hostname) && NOT_REACHABLE;
    },
  ),
  textRule('invalid IP address', named('ipAddress'), (address) => isIP(address) === 0 && 'is not an IP address'),
  textRule(
    'phone number in another format',
    named('phone_numbers'),
    (number) =>
      !PHONE.test(number.replace(/[\s().-]/g, '')) &&
      'is not an international phone number, with a leading +, such as +5511987654321',
  ),
  textRule(
    'country in another format',
    named('country'),
    (country) => !/^[a-z]{2}$/i.test(country) && 'is not a country code of two letters, such as br',
  ),
  textRule(
    'empty name or address',
    named('name', 'card_holder_name', 'legal_name', 'street', 'street_number'),
    (text) => text.trim() === '' && 'is empty',
  ),
  textRule(
    'invalid postal code',
    named('zipcode'),
    // Other countries have different postal codes.
    (code, { owner }) =>
      !/^\d{5}-?\d{3}$/.test(code) &&
      /^br$/i.test(stringAt(owner, 'country') ?? 'br') &&
      'is not a CEP; a CEP has 8 digits, with or without a hyphen',
  ),
];

/** @param suggested the shape whose fields are suggested */
function eachUnknown(value: unknown, { fields }: Shape, warn: Warn, suggested: Shape): void {
  if (!isObject(value)) return;
  for (const field in value) {
    if (!fields.has(field)) warn(() => `is not known${suggestion(field, [...suggested.fields.keys()])}`, field);
  }
}

function sumOf(rules: readonly unknown[], field: string): number {
  return rules.reduce<number>((sum, rule) => {
    const part = isObject(rule) ? rule[field] : undefined;
    return typeof part === 'number' ? sum + part : sum;
  }, 0);
}
