import { dayInSaoPaulo } from '../../codes/days.js';
import { simulateFees } from '../../codes/fee-simulation.js';
import { MOST_INSTALLMENTS } from '../../codes/installments.js';
import { amountOf, countOf, string } from './input.js';
import { unprocessable } from './refusals.js';
import { ok } from './resource.js';
import { type OperationHandler, rule, type Wire } from './work.js';

/** The rates of the only published sample. */
const RATES = { mdr: 2.33, monthlyRate: 2 };

/** Returns the fees of a sale today, by the date in São Paulo. */
export const simulateTax = rule<OperationHandler>('simulation-formula', (work, { body = {} }) => {
  const installments = countOf(body.installments, 'installments', { min: 1, max: MOST_INSTALLMENTS }, 1);
  const brand = string(body.brand) ?? 'mastercard';
  const simulation = simulateFees({
    amount: amountOf(body.amount, 'amount'),
    installments,
    date: dayInSaoPaulo(work.now),
    feeResponsible: feeResponsible(body.fee_responsible),
    ...RATES,
  });
  const { grossAmount, netAmount, antecipatedAmount } = simulation;
  return ok({
    brand: brand.charAt(0).toUpperCase() + brand.slice(1),
    product: `Crédito ${installments}x`,
    plataformType: 'E-COMMERCE',
    grossAmount,
    netAmount,
    mdr: RATES.mdr,
    antecipationRate: RATES.monthlyRate,
    antecipatedAmount,
    installments: simulation.installments,
    saleTypeCode: 'CREDIT',
    fees: String(RATES.mdr),
  } satisfies Wire['FeeSimulation']);
});

function feeResponsible(value: unknown): 'customer' | 'self' {
  if (value === undefined || value === 'customer') return 'customer';
  if (value === 'self') return 'self';
  throw unprocessable('fee_responsible: the sandbox knows customer and self');
}
