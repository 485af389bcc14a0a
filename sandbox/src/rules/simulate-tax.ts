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
  const isInCentavos = work.use('simulation-units') === 'centavos';
  const money = (amount: number): number => (isInCentavos ? Math.round(amount * 100) : amount);
  const { brand, product, installments } = simulation;
  return ok({
    brand,
    product,
    plataformType: 'E-COMMERCE',
    ...amountsOf(simulation, money),
    mdr: RATES.mdr,
    antecipationRate: RATES.monthlyRate,
    installments: installments.map((part) => ({ ...part, ...amountsOf(part, money) })),
    saleTypeCode: 'CREDIT',
    fees: String(RATES.mdr),
  } satisfies Wire['FeeSimulation']);
};

type Amounts = { readonly [Name in 'grossAmount' | 'netAmount' | 'antecipatedAmount']: number };

const amountsOf = ({ grossAmount, netAmount, antecipatedAmount }: Amounts, money: (amount: number) => number) => ({
  grossAmount: money(grossAmount),
  netAmount: money(netAmount),
  antecipatedAmount: money(antecipatedAmount),
});

export const taxRules = { simulateTax } satisfies OperationRules;
