/** The parts of an amount, and the payout days of a sale. */
import { parameters } from '../../generated/parameters.js';
import { addDays, businessDay } from './days.js';

/** A limit of the sandbox on installments, which keeps responses short. No card sale has more. */
export const MOST_INSTALLMENTS = 99;

/** Why a payment by debit card, Pix or boleto cannot have several installments. */
export const PAID_AT_ONCE = 'only a credit card pays in installments; send 1, or leave installments out';

/** Splits an amount in centavos into equal parts, at most `MOST_INSTALLMENTS`. The first part takes the remainder. Throws a RangeError for other counts. */
export function splitAmount(amount: number, parts: number): number[] {
  if (!Number.isInteger(parts) || parts < 1 || parts > MOST_INSTALLMENTS)
    throw new RangeError(`installments: must be from 1 to ${MOST_INSTALLMENTS}, not ${parts}`);
  const part = Math.floor(amount / parts);
  return Array.from({ length: parts }, (_, index) => (index === 0 ? amount - part * (parts - 1) : part));
}

/**
 * Splits an amount in centavos in proportion to weights, rounded down. The part at `remainderTo` takes the remainder. The amount and the
 * weights are whole numbers; at least one weight is more than zero.
 */
export function shareAmount(amount: number, weights: readonly number[], remainderTo: number): number[] {
  // Products of two amounts can exceed 2^53.
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const parts = weights.map((weight) => Number((BigInt(amount) * BigInt(weight)) / total));
  const remainder = amount - parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, index) => (index === remainderTo ? part + remainder : part));
}

/**
 * Lowers parts to a smaller sum, in proportion. No part grows, also not over many small steps. The amounts are centavos. The part at `remainderTo` takes
 * the remainder.
 */
export function lowerParts(sum: number, parts: readonly number[], weights: readonly number[], remainderTo: number) {
  const total = weights.reduce((added, weight) => added + BigInt(weight), 0n);
  const lowered = weights.map((weight, index) =>
    Math.min(parts[index] ?? 0, Number((BigInt(sum) * BigInt(weight)) / total)),
  );
  let rest = sum - lowered.reduce((added, part) => added + part, 0);
  const order = [...parts.keys()].sort((one, other) => Number(one === remainderTo) - Number(other === remainderTo));
  for (const index of order) {
    const now = lowered[index] ?? 0;
    const more = Math.min(rest, (parts[index] ?? 0) - now);
    lowered[index] = now + more;
    rest -= more;
  }
  return lowered;
}

/** The days from one payout of a card sale to the next; a monthly rate is for as many. */
export const PAYOUT_DAYS = parameters['simulation-formula'].days;

/** Returns the payout day of part 1, 2, … of a card sale, moved past weekends and bank holidays. */
export function paymentDate(saleDate: string, part: number): string {
  return businessDay(addDays(saleDate, PAYOUT_DAYS * part));
}
