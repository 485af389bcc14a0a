/** The parts of an amount, and the payout days of a sale. */
import { addDays, businessDay } from './days.js';

/** Equal parts of an amount in centavos, whose sum is the amount; the first takes the remainder. */
export function splitAmount(amount: number, parts: number): number[] {
  const part = Math.floor(amount / parts);
  return Array.from({ length: parts }, (_, index) => (index === 0 ? amount - part * (parts - 1) : part));
}

/**
 * Parts of an amount in centavos in proportion to weights, rounded down, whose sum is the amount: the part at `remainderTo` takes the remainder.
 * Amount and weights are whole numbers; at least one weight is more than zero.
 */
export function shareAmount(amount: number, weights: readonly number[], remainderTo: number): number[] {
  // Products of two amounts lie beyond 2^53.
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const parts = weights.map((weight) => Number((BigInt(amount) * BigInt(weight)) / total));
  const remainder = amount - parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, index) => (index === remainderTo ? part + remainder : part));
}

/** When part 1, 2, … of a card sale is paid out: 30 days after it for each, moved past weekends and bank holidays. */
export function paymentDate(saleDate: string, part: number): string {
  return businessDay(addDays(saleDate, 30 * part));
}
