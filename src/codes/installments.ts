/** The parts of a card sale: how an amount is divided, and on which days the parts are paid out. */
import { addDays, workday } from './days.js';

/** Equal parts of an amount in centavos, whose sum is the amount; the first takes the remainder. */
export function splitAmount(amount: number, parts: number): number[] {
  const part = Math.floor(amount / parts);
  return Array.from({ length: parts }, (_, index) => (index === 0 ? amount - part * (parts - 1) : part));
}

/** When part 1, 2, … of a sale is paid out: 30 days after it for each, moved past Saturday and Sunday. */
export function paymentDate(saleDate: string, part: number): string {
  return workday(addDays(saleDate, 30 * part));
}
