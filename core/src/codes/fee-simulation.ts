/** The fees of a card sale, by the formula of the one published sample (`simulation-formula` and `simulation-self` in the register). */
import { daysBetween } from './days.js';
import { MOST_INSTALLMENTS, PAYOUT_DAYS, paymentDate, splitAmount } from './installments.js';

export interface Sale {
  /** In centavos. */
  readonly amount: number;
  readonly installments: number;
  /** The day of the sale, `YYYY-MM-DD`. */
  readonly date: string;
  /** Per cent. */
  readonly mdr: number;
  /** Per cent for `PAYOUT_DAYS`. */
  readonly monthlyRate: number;
  readonly feeResponsible: 'customer' | 'self';
}

/** The fields of a request for a simulation. */
export interface SaleRequest {
  readonly brand?: unknown;
  readonly amount?: unknown;
  readonly installments?: unknown;
  readonly fee_responsible?: unknown;
}

/** Returns the fields of a simulation that depend on the sale, or a sentence about the first wrong value of the request. */
export function simulateSale(request: SaleRequest, rates: Pick<Sale, 'date' | 'mdr' | 'monthlyRate'>) {
  const { brand, amount, installments = 1, fee_responsible: feeResponsible = 'customer' } = request;
  if (!isWhole(amount, Number.MAX_SAFE_INTEGER)) {
    return `amount: must be a whole number of centavos, from 1 to ${Number.MAX_SAFE_INTEGER}`;
  }
  if (!isWhole(installments, MOST_INSTALLMENTS)) {
    return `installments: must be a whole number from 1 to ${MOST_INSTALLMENTS}`;
  }
  if (feeResponsible !== 'customer' && feeResponsible !== 'self') return 'fee_responsible: must be customer or self';
  const name = typeof brand === 'string' && brand !== '' ? brand : 'mastercard';
  return {
    brand: name.charAt(0).toUpperCase() + name.slice(1),
    product: `Crédito ${installments}x`,
    ...simulateFees({ ...rates, amount, installments, feeResponsible }),
  };
}

function isWhole(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
}

/** Returns amounts in reais with decimals, computed in whole centavos. `previsionPaymentDate` is `YYYY-MM-DDT00:00:00`. */
export function simulateFees({ amount, installments, date, mdr, monthlyRate, feeResponsible }: Sale) {
  const kept = 1 - mdr / 100;
  const customerPays = feeResponsible === 'customer';
  // The customer pays for the anticipation on top. If the merchant pays for it, the payout falls, but not below 0.
  const antecipated = (part: number, rate: number) =>
    Math.round(customerPays ? part / (1 - rate / 100) : part * Math.max(0, 1 - rate / 100));
  const gross = customerPays ? Math.round(amount / kept) : amount;
  const net = customerPays ? amount : Math.round(amount * kept);
  const grossParts = splitAmount(amount, installments);
  // As published: if the customer pays the fee, an installment's net splits the gross, though they look swapped.
  const netParts = splitAmount(customerPays ? gross : net, installments);
  const parts = netParts.map((part, index) => {
    const paidOn = paymentDate(date, index + 1);
    return { paidOn, part, rate: (monthlyRate * daysBetween(date, paidOn)) / PAYOUT_DAYS };
  });
  return {
    grossAmount: gross / 100,
    netAmount: net / 100,
    antecipatedAmount: parts.reduce((sum, { part, rate }) => sum + antecipated(part, rate), 0) / 100,
    installments: parts.map(({ paidOn, part, rate }, index) => ({
      previsionPaymentDate: `${paidOn}T00:00:00`,
      grossAmount: (grossParts[index] ?? 0) / 100,
      netAmount: part / 100,
      installment: index + 1,
      antecipationRate: rate,
      antecipatedAmount: antecipated(part, rate) / 100,
    })),
  };
}
