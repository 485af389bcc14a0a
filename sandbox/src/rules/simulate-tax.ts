import { dayInSaoPaulo, simulateSale } from 'payment-gateway-core/codes';
import { parameters } from 'payment-gateway-core/values';
import { unprocessable } from './refusals.js';
import { ok } from './resource.js';
import type { OperationHandler, OperationRules, Wire } from './work.js';

const { mdr, percent: monthlyRate } = parameters['simulation-formula'];
/** The rates of the only published sample. */
const RATES = { mdr, monthlyRate };

/** Returns the fees of a sale today, by the date in São Paulo. */
const simulateTax: OperationHandler = (work, { body = {} }) => {
  work.use('simulation-formula');
  const simulation = simulateSale(body, { date: dayInSaoPaulo(work.now), ...RATES });
  if (typeof simulation === 'string') throw unprocessable(simulation);
  const { brand, product, ...amounts } =
    work.use('simulation-units') === 'centavos' ? inCentavos(simulation) : simulation;
  const { grossAmount, netAmount, antecipatedAmount, installments } = amounts;
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
};

type Amounts = { readonly [Name in 'grossAmount' | 'netAmount' | 'antecipatedAmount']: number };

/** Returns the simulation with all amounts in centavos. */
function inCentavos<Simulation extends Amounts & { readonly installments: readonly Amounts[] }>(
  simulation: Simulation,
) {
  return { ...times100(simulation), installments: simulation.installments.map(times100) };
}

const times100 = <Fields extends Amounts>(fields: Fields): Fields => ({
  ...fields,
  grossAmount: Math.round(fields.grossAmount * 100),
  netAmount: Math.round(fields.netAmount * 100),
  antecipatedAmount: Math.round(fields.antecipatedAmount * 100),
});

export const taxRules = { simulateTax } satisfies OperationRules;
