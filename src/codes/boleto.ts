/** The 47-digit line of a boleto, with its four check digits. */
import { daysBetween } from './days.js';

export interface BoletoSlip {
  /** In centavos, from 1 to 9,999,999,999 (the field has ten places). */
  readonly amount: number;
  /** The day on which it is due, `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** Tells this boleto from others: a whole number, of which the last ten digits are used. */
  readonly number: number;
}

/** The most that one carries, in centavos. */
export const MOST_BOLETO = 9_999_999_999;
/** No bank has this code, so a sandbox's boleto cannot be paid by mistake. 9 is the currency, the real. */
const BANK_AND_CURRENCY = '9999';
const FACTOR_EPOCH = '1997-10-07';

/** The line, digits only. Throws a RangeError for an amount that it cannot carry. */
export function boletoLine({ amount, dueDate, number }: BoletoSlip): string {
  if (!Number.isInteger(amount) || amount < 1 || amount > MOST_BOLETO) {
    throw new RangeError(`A boleto carries amounts from 1 to ${MOST_BOLETO} centavos, not ${amount}.`);
  }
  const dueAndAmount = `${dueFactor(dueDate)}${String(amount).padStart(10, '0')}`;
  const free = String(number % 1e10).padStart(25, '0');
  const general = barcodeDigit(`${BANK_AND_CURRENCY}${dueAndAmount}${free}`);
  const fields = [BANK_AND_CURRENCY + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return `${fields.map((digits) => digits + mod10(digits)).join('')}${general}${dueAndAmount}`;
}

/** Days from 1997-10-07 to a date (`YYYY-MM-DD`); the four digits were used up on 2025-02-21 and began again at 1000. */
export function dueFactor(date: string): string {
  const days = daysBetween(FACTOR_EPOCH, date);
  return String(days < 10_000 ? days : 1000 + ((days - 10_000) % 9000)).padStart(4, '0');
}

/** Every second digit from the right counts double, digits of the products are added up. */
function mod10(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Mod 11 over the 43 other digits of the barcode, weights 2 to 9 from the right; 0, 10 and 11 give 1. */
function barcodeDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  const digit = 11 - (sum % 11);
  return digit > 9 ? 1 : digit;
}
