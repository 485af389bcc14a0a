/** The 47-digit line of a boleto with its four check digits, and its bars (Interleaved 2 of 5, as Febraban requires). */
import { mod10 } from '../util/index.js';
import { daysBetween } from './days.js';
import type { ReadCode } from './pix-code.js';

export interface BoletoSlip {
  /** In centavos, from 1 to 9,999,999,999, because the field has ten places. */
  readonly amount: number;
  /** The due day, `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** Identifies the boleto: a whole number. The line carries its last ten digits. */
  readonly number: number;
}

/** The largest amount of a boleto, in centavos. */
export const MOST_BOLETO = 9_999_999_999;
/** No bank has this code, so a sandbox's boleto cannot be paid by mistake. 9 is the currency, the real. */
const BANK_AND_CURRENCY = '9999';
/** The first day of the count of due days on boletos. */
export const FIRST_DUE = '1997-10-07';
/** Days until a boleto without `expiration` is due. A choice of the sandbox. */
export const BOLETO_DAYS = 3;

/** Returns the line, digits only. Throws a RangeError for an amount that is out of range. */
export function boletoLine({ amount, dueDate, number }: BoletoSlip): string {
  if (!Number.isInteger(amount) || amount < 1 || amount > MOST_BOLETO) {
    throw new RangeError(`amount: must be from 1 to ${MOST_BOLETO} centavos in a boleto, not ${amount}`);
  }
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError('number: must be a whole number, 0 or more');
  const dueAndAmount = `${dueFactor(dueDate)}${String(amount).padStart(10, '0')}`;
  const free = String(number % 1e10).padStart(25, '0');
  const general = barcodeDigit(`${BANK_AND_CURRENCY}${dueAndAmount}${free}`);
  const fields = [BANK_AND_CURRENCY + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return `${fields.map((digits) => digits + mod10(digits)).join('')}${general}${dueAndAmount}`;
}

/** Returns the days from 1997-10-07 to a date (`YYYY-MM-DD`), or 0000 for an earlier one. The four digits ran out on 2025-02-21 and restarted at 1000. */
export function dueFactor(date: string): string {
  const days = Math.max(0, daysBetween(FIRST_DUE, date));
  return String(days < 10_000 ? days : 1000 + ((days - 10_000) % 9000)).padStart(4, '0');
}

/** Returns the check digit by mod 11 over the 43 other digits of the barcode, with weights 2 to 9 from the right. 0, 10 and 11 become 1. */
export function barcodeDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  const digit = 11 - (sum % 11);
  return digit > 9 ? 1 : digit;
}

/** Returns the 44 digits of the barcode for the 47 of the line. Throws a RangeError for anything else. */
export function barcodeOf(line: string): string {
  if (!/^\d{47}$/.test(line)) throw new RangeError('line: must have 47 digits');
  // The free part has three fields, each followed by its check digit. The general check digit, the due date and the amount follow.
  const free = line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);
  return line.slice(0, 4) + line.slice(32, 47) + free;
}

/** Reads a line (47 digits) or barcode (44 digits) of any bank and checks its check digits. Ignores dots and blanks. */
export function readBoleto(line: string): ReadCode {
  const digits = line.replaceAll(/[. ]/g, '');
  if (!/^(\d{44}|\d{47})$/.test(digits)) return { fault: 'has neither 44 nor 47 digits', amount: undefined };
  const barcode = digits.length === 47 ? barcodeOf(digits) : digits;
  const amount = Number(barcode.slice(9, 19)) || undefined;
  const fields = digits.length === 47 ? [digits.slice(0, 10), digits.slice(10, 21), digits.slice(21, 32)] : [];
  if (fields.some((field) => mod10(field.slice(0, -1)) !== Number(field.at(-1))))
    return { fault: 'has a wrong check digit in a field', amount };
  const isRight = barcodeDigit(barcode.slice(0, 4) + barcode.slice(5)) === Number(barcode[4]);
  return { fault: isRight ? undefined : 'has a wrong general check digit', amount };
}

/** Returns the line in its printed groups: `99990.00000 00000.000000 00000.010056 1 10010000015990`. */
export function printedLine(line: string): string {
  return line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
}

/** The two wide elements of the five for each digit. */
const DIGITS = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];
const START = [1, 1, 1, 1];
const STOP = [3, 1, 1];

/**
 * Returns the widths of bars and spaces in turn, beginning with a bar. A wide one is three times as wide. Of two digits, the first is in the bars
 * and the second in the spaces between them. Throws a RangeError unless the number of digits is even.
 */
export function interleaved(digits: string): number[] {
  if (!/^(?:\d\d)*$/.test(digits)) throw new RangeError('digits: must be pairs');
  const pairs = digits.match(/\d\d/g) ?? [];
  const widths = pairs.flatMap((pair) => {
    const [bars = '', spaces = ''] = [...pair].map((digit) => DIGITS[Number(digit)]);
    return [...bars].flatMap((bar, index) => [bar, spaces[index]].map((element) => (element === '1' ? 3 : 1)));
  });
  return [...START, ...widths, ...STOP];
}
