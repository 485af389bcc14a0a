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
const MMYY = /^(\d\d)(\d\d)$/;
const DATE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
/** Tolerance for sums of percentages, which are decimals. */
const ROUNDING = 1e-6;

export const QUERY_RULES: readonly Rule[] = [
  {
    name: 'unknown parameter',
    isFor: () => true,
    check({ value, shape, path }, warn) {
      if (path.length === 0) eachUnknown(value, shape, warn);
    },
  },
  {
    name: 'page before the first',
    isFor: (name) => name === 'page' || name === 'per_page',
    check({ value }, warn) {
      if (Number(value) < 1) warn('must be 1 or more');
    },
  },
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
  {
    name: 'amount of zero',
    isFor: (name, { marks }) => name === 'amount' && isMoney(marks),
    check({ value }, warn) {
      if (value === 0) warn('is zero');
    },
  },
  {
    name: 'negative amount',
    isFor: (_, { marks }) => isMoney(marks),
    check({ value }, warn) {
      if (typeof value === 'number' && value < 0) warn('is negative');
    },
  },
  {
    name: 'amount beyond 2^53',
    isFor: (_, { marks }) => isMoney(marks),
    check({ value }, warn) {
      if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
        warn('is above 2^53, where JSON numbers lose centavos');
      }
    },
  },
  {
    name: 'too many installments',
    isFor: (name) => name === 'installments',
    check({ value }, warn) {
      if (typeof value !== 'number' && typeof value !== 'string') return;
      if (Number(value) < 1 || Number(value) > MOST_INSTALLMENTS) warn(`must be from 1 to ${MOST_INSTALLMENTS}`);
    },
  },
  {
    name: 'mistyped card number',
    isFor: (name) => name === 'card_number',
    check({ value }, warn) {
      if (typeof value !== 'string' || !/^\d+$/.test(value) || isLuhn(value)) return;
      warn('is not a valid card number; check its digits');
    },
  },
  {
    name: 'card number in free text',
    isFor: (name, { fields }) => fields.size === 0 && !isSensitive(name),
    check({ value }, warn) {
      if (Array.isArray(value)) return; // Its elements are checked one by one.
      if (hasCardNumber(isObject(value) ? JSON.stringify(value) : String(value)))
        warn('contains a card number: free text is stored as sent, so send it in card_number only');
    },
  },
  {
    name: 'month that does not exist',
    isFor: (name) => name === 'card_expiration_date',
    check({ value }, warn) {
      const month = monthOf(value);
      if (month && (month.month < 1 || month.month > 12)) warn('has a month that does not exist; its shape is MMYY');
    },
  },
  {
    name: 'expired card',
    isFor: (name) => name === 'card_expiration_date',
    check({ value }, warn, now) {
      const expiry = monthOf(value);
      if (!expiry || expiry.month < 1 || expiry.month > 12) return;
      const today = dayInSaoPaulo(now);
      if (expiry.year * 12 + expiry.month < Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7))) {
        warn('is in the past: the card has expired');
      }
    },
  },
  {
    name: 'card and card_id together',
    isFor: (_, { fields }) => fields.has('card'),
    check({ value }, warn) {
      if (!isObject(value)) return;
      if (value.card !== undefined && value.card_id !== undefined) warn('has card and card_id; send one of them');
    },
  },
  {
    name: 'card payment without a card',
    isFor: (_, { fields }) => fields.has('card'),
    check({ value, shape, path }, warn) {
      // Applies only to creations: an update may leave the card unchanged.
      if (path.length > 0 || !isObject(value)) return;
      if (!BY_CARD.test(stringAt(value, 'payment_method') ?? '')) return;
      if (value.card === undefined && value.card_id === undefined && !isUpdate(shape.marks)) {
        warn(`has no ${shape.fields.has('card_id') ? 'card and no card_id' : 'card'}, and is a payment by card`);
      }
    },
  },
  {
    name: 'boleto without a payer',
    isFor: (_, { fields }) => fields.has('boleto') && fields.has('customer'),
    check({ value, path }, warn) {
      if (path.length > 0 || !isObject(value) || value.payment_method !== 'boleto') return;
      if (value.customer === undefined && value.customer_id === undefined) {
        warn('needs customer or customer_id; a boleto names its payer');
      }
    },
  },
  {
    name: 'short reference key',
    isFor: (name) => name === 'reference_key',
    check({ value }, warn) {
      if (typeof value === 'string' && value.length < LEAST_REFERENCE_KEY)
        warn(`has fewer than ${LEAST_REFERENCE_KEY} characters`);
    },
  },
  {
    name: 'document number with wrong check digits',
    isFor: (name) => ['document', 'document_number', 'number'].includes(name),
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
    isFor: (name) => name === 'split',
    check({ value, owner }, warn) {
      if (!Array.isArray(value)) return;
      if (sumOf(value, 'percentage') > 100 + ROUNDING) warn('adds up to more than 100 %');
      if (typeof owner?.amount === 'number' && sumOf(value, 'amount') > owner.amount) {
        warn('adds up to more than the amount of the payment');
      }
    },
  },
  {
    name: 'split without a receiver',
    isFor: (name) => name === 'split',
    check({ value, path }, warn) {
      if (path.at(-1) !== 'split' && isObject(value) && value.receiver_id === undefined) {
        warn('needs a receiver_id; without one, no receiver gets this part');
      }
    },
  },
  {
    name: 'split rule without a share',
    isFor: (name) => name === 'split',
    check({ value, path }, warn) {
      if (path.at(-1) === 'split' || !isObject(value)) return;
      if (value.percentage === undefined && value.amount === undefined) warn('needs percentage or amount');
    },
  },
  {
    name: 'day in the past',
    isFor: (_, { marks }) => marks.format === 'date',
    check({ value }, warn, now) {
      if (isPastDay(value, now)) warn('is in the past');
    },
  },
  {
    name: 'last payment date before the due date',
    isFor: (name) => name === 'max_payment_date',
    check({ value, owner }, warn) {
      const due = stringAt(owner, 'expiration');
      if (typeof value === 'string' && due !== undefined && value < due) {
        warn('is before expiration; the boleto could not be paid on its due date');
      }
    },
  },
  {
    name: 'time in another format or in the past',
    isFor: (name) => name === 'expiration_date',
    check({ value }, warn, now) {
      if (typeof value !== 'string') return;
      const time = readDateTime(value);
      if (time === undefined || !DATE_TIME.test(value)) {
        warn(`must be shaped YYYY-MM-DD HH:MM:SS, in UTC, as ${dateTime(now + 3_600_000)}`);
      }
      if (time !== undefined && time <= now) warn('is in the past (it is read as UTC)');
    },
  },
  {
    name: 'invalid e-mail address',
    isFor: (name) => name === 'email',
    check({ value }, warn) {
      if (typeof value === 'string' && !formats.email(value)) warn('is not an e-mail address');
    },
  },
  {
    name: 'invalid web address',
    // The contract marks such a field with an example that is a URL.
    isFor: (_, { marks }) => /^https?:/.test(String(listAt(marks, 'examples')[0])),
    check({ value }, warn) {
      if (typeof value !== 'string') return;
      if (!/^https?:\/\/[^\s/]+/.test(value) || !URL.canParse(value))
        warn('is not a web address such as https://shop.example/');
    },
  },
  {
    name: 'invalid IP address',
    isFor: (name) => name === 'ipAddress',
    check({ value }, warn) {
      if (typeof value === 'string' && isIP(value) === 0) warn('is not an IP address');
    },
  },
  {
    name: 'invalid postal code',
    isFor: (name) => name === 'zipcode',
    check({ value, owner }, warn) {
      if (typeof value !== 'string' || /^\d{5}-?\d{3}$/.test(value)) return;
      // Other countries have different postal codes.
      if (/^br$/i.test(stringAt(owner, 'country') ?? 'br'))
        warn('is not a CEP; a CEP has 8 digits, with or without a hyphen');
    },
  },
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

function isMoney(marks: JsonObject): boolean {
  return marks['x-unit'] === 'centavos';
}

function isUpdate(marks: JsonObject): boolean {
  return listAt(marks, 'required').length === 0;
}

function monthOf(value: unknown): { month: number; year: number } | undefined {
  const [, month, year] = MMYY.exec(String(value)) ?? [];
  return month === undefined ? undefined : { month: Number(month), year: 2000 + Number(year) };
}

function isPastDay(value: unknown, now: number): boolean {
  return typeof value === 'string' && isDay(value) && value < dayInSaoPaulo(now);
}

function sumOf(rules: readonly unknown[], field: string): number {
  return rules.reduce<number>((sum, rule) => {
    const part = isObject(rule) ? rule[field] : undefined;
    return typeof part === 'number' ? sum + part : sum;
  }, 0);
}
