/**
 * The fees of a card sale, recomputed in whole centavos from the one published sample: where the customer pays the
 * fee. What happens when the merchant does (`self`) is not shown; the contract assumes the formula used here.
 */
import { businessDay } from '../../src/codes/days.js';

export interface Sale {
  /** In centavos, as simulateTax takes it. */
  readonly amount: number;
  readonly installments: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Per cent. */
  readonly mdr: number;
  /** Per cent for 30 days. */
  readonly monthlyRate: number;
  readonly feeResponsible: 'customer' | 'self';
}

export interface Installment {
  readonly previsionPaymentDate: string;
  readonly grossAmount: number;
  readonly netAmount: number;
  readonly installment: number;
  readonly antecipationRate: number;
  readonly antecipatedAmount: number;
}

export interface Simulation {
  readonly grossAmount: number;
  readonly netAmount: number;
  readonly antecipatedAmount: number;
  readonly installments: readonly Installment[];
}

/** Amounts in reais, as simulateTax returns them. */
export function simulateTax({ amount, installments, date, mdr, monthlyRate, feeResponsible }: Sale): Simulation {
  const kept = 1 - mdr / 100;
  const [gross, net] =
    feeResponsible === 'customer' ? [Math.round(amount / kept), amount] : [amount, Math.round(amount * kept)];
  const grossParts = split(amount, installments);
  // As in the published sample: if the customer pays the fee, the net amounts split the gross. They look swapped.
  const netParts = split(feeResponsible === 'customer' ? gross : net, installments);
  const entries = netParts.map((part, index) => {
    const paidOn = businessDay(addDays(date, 30 * (index + 1)));
    const antecipationRate = (monthlyRate * daysBetween(date, paidOn)) / 30;
    const left = 1 - antecipationRate / 100;
    return {
      previsionPaymentDate: `${paidOn}T00:00:00`,
      grossAmount: reais(grossParts[index] ?? 0),
      netAmount: reais(part),
      installment: index + 1,
      antecipationRate,
      antecipatedAmount: reais(Math.round(feeResponsible === 'customer' ? part / left : part * Math.max(0, left))),
    };
  });
  const antecipated = entries.reduce((sum, entry) => sum + Math.round(entry.antecipatedAmount * 100), 0);
  return {
    grossAmount: reais(gross),
    netAmount: reais(net),
    antecipatedAmount: reais(antecipated),
    installments: entries,
  };
}

/** Equal parts; the first takes the remainder. */
function split(centavos: number, parts: number): number[] {
  const part = Math.floor(centavos / parts);
  return Array.from({ length: parts }, (_, index) => (index === 0 ? centavos - part * (parts - 1) : part));
}

function reais(centavos: number): number {
  return centavos / 100;
}

const dayInMilliseconds = 86_400_000;

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayInMilliseconds).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayInMilliseconds;
}
