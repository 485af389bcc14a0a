import { dayInSaoPaulo } from '../../codes/days.js';
import { simulateSale } from '../../codes/fee-simulation.js';
import { unprocessable } from './refusals.js';
import { ok } from './resource.js';
import { type OperationHandler, rule, type Wire } from './work.js';

/** The rates of the only published sample. */
const RATES = { mdr: 2.33, monthlyRate: 2 };

/** Returns the fees of a sale today, by the date in São Paulo. */
export const simulateTax = rule<OperationHandler>('simulation-formula', (work, { body = {} }) => {
  const simulation = simulateSale(body, { date: dayInSaoPaulo(work.now), ...RATES });
  if (typeof simulation === 'string') throw unprocessable(simulation);
  const { brand, product, grossAmount, netAmount, antecipatedAmount, installments } = simulation;
  return ok({
    brand,
    product,
    plataformType: 'E-COMMERCE',
    grossAmount,
    netAmount,
    mdr: RATES.mdr,
    antecipationRate: RATES.monthlyRate,
    antecipatedAmount,
    installments,
    saleTypeCode: 'CREDIT',
    fees: String(RATES.mdr),
  } satisfies Wire['FeeSimulation']);
});
