import {
  DAY,
  dayInUtc,
  MOST_INSTALLMENTS,
  PAYOUT_DAYS,
  paymentDate,
  simulateFees,
  splitAmount,
} from 'payment-gateway-core/codes';
import { isObject, type JsonObject, listAt, numberOf, stringAt } from 'payment-gateway-core/util';
import type { EvidenceLedger } from '../judge/index.js';
import { type CreateCheck, dateOf, type Seen } from './check.js';

/** Checks the fee simulation, and the installments of a sale: units, amounts and dates follow the contract's formula. */
export const simulationCheck: CreateCheck = (ledger) => {
  return {
    judge(seen) {
      if (seen.operationId === 'simulateTax' && seen.ok) judgeSimulation(seen);
      if (seen.operationId === 'listTransactionInstallments' && seen.ok) judgeInstallments(seen, ledger);
    },
  };

  function judgeSimulation({ sent: { amount, brand, fee_responsible: by }, body }: Seen): void {
    const isSelf = by === 'self';
    const base = isSelf ? body.grossAmount : body.netAmount;
    if (typeof amount !== 'number' || typeof base !== 'number') return;
    const isInReais = base === amount / 100 ? true : base === amount ? false : undefined;
    const units = 'A simulation takes centavos and returns reais.';
    ledger.check('simulation-units', '', isInReais, units, 'simulation-units=centavos');
    if (isInReais === false) return;
    const key = isSelf ? 'simulation-self' : 'simulation-formula';
    if (isInReais === undefined) {
      ledger.refute(key, 'The base of a simulation is not the amount of the request.');
      return;
    }
    const parts = listAt(body, 'installments').filter(isObject);
    if (parts.length > MOST_INSTALLMENTS) return;
    // The formula was made from the published sample, so this sale does not confirm it.
    const isSample = amount === 19000 && brand === 'mastercard' && parts.length === 12;
    const fault = wrongFigure(Math.round(base * 100), isSelf, body, parts);
    if (fault !== undefined) ledger.refute(key, `The figures of a simulation do not follow the formula: ${fault}.`);
    else if (parts.length > 0 && !isSample && typeof body.mdr === 'number')
      ledger.confirm(key, isSelf ? '' : 'figures', 'The figures of a simulation follow the formula.');
    const dates = parts.map((part) => dateOf(part.previsionPaymentDate));
    const sales = possibleSales(dates);
    if (sales?.length === 0)
      ledger.refute(key, `The installments of a simulation are not paid every ${PAYOUT_DAYS} days after the sale.`);
    else if (sales && !isSelf)
      ledger.confirm(key, 'dates', `The installments of a simulation are paid every ${PAYOUT_DAYS} days.`);
    if (!isSelf && typeof body.antecipationRate === 'number' && parts.length > 0)
      judgeRate(body.antecipationRate, parts, sales ?? []);
  }

  function judgeRate(rate: number, parts: readonly JsonObject[], sales: readonly number[]): void {
    const holds = sales.some((sold) =>
      parts.every(({ antecipationRate, previsionPaymentDate: date }) =>
        isNear(antecipationRate, (rate * (dateOf(date) - sold)) / (30 * DAY), 1e-6),
      ),
    );
    const reason = 'The rates of the installments follow from the rate per month and the days.';
    if (holds) {
      ledger.confirm('simulation-rate', '', reason);
      ledger.confirm('simulation-formula', 'rates', reason);
    } else if (parts.every((part) => typeof part.antecipationRate === 'number'))
      ledger.leaveOpen(['observed simulation-rate'], `Not true on this server: ${reason}`);
  }
};

/** Returns the contradiction of the formula, or undefined. Amounts follow from the fee of the response; rates are taken as they are. */
function wrongFigure(
  amount: number,
  isSelf: boolean,
  body: JsonObject,
  parts: readonly JsonObject[],
): string | undefined {
  const { mdr } = body;
  if (typeof mdr !== 'number' || !Number.isSafeInteger(amount)) return undefined;
  const sale = { amount, installments: Math.max(1, parts.length), date: '2026-01-01', mdr, monthlyRate: 0 };
  const right = simulateFees({ ...sale, feeResponsible: isSelf ? 'self' : 'customer' });
  for (const name of ['grossAmount', 'netAmount'] as const)
    if (!isNear(body[name], right[name])) return `${name} does not follow from the amount and mdr`;
  for (const [index, part] of parts.entries()) {
    const expected = right.installments[index];
    for (const name of ['grossAmount', 'netAmount'] as const)
      if (!isNear(part[name], expected?.[name])) return `${name} of part ${index + 1} is not its share`;
    const left = 1 - numberOf(part.antecipationRate) / 100;
    const advanced = isSelf ? numberOf(part.netAmount) * Math.max(0, left) : numberOf(part.netAmount) / left;
    if (!isNear(part.antecipatedAmount, advanced, 0.011))
      return `an antecipatedAmount is not its netAmount ${isSelf ? 'multiplied' : 'divided'} by 1 less its rate`;
  }
  const sum = parts.reduce((total, part) => total + Math.round(numberOf(part.antecipatedAmount) * 100), 0) / 100;
  return parts.length === 0 || isNear(body.antecipatedAmount, sum)
    ? undefined
    : 'antecipatedAmount is not the sum of its parts';
}

function judgeInstallments({ body, before: sale }: Seen, ledger: EvidenceLedger): void {
  const key = 'installment-dates';
  const parts = listAt(body, 'data').filter(isObject);
  const isWhole = body.total === undefined || body.total === parts.length;
  if (typeof sale?.installments !== 'number' || sale.installments < 2 || !isWhole) return;
  if (sale.installments > MOST_INSTALLMENTS) return;
  if (parts.length !== sale.installments) {
    ledger.refute(key, 'The list had another number of entries than the sale has installments.');
    return;
  }
  const amounts = parts.map(({ amount }) => numberOf(amount));
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const isOfSale = [sale.amount, sale.capture_amount, sale.paid_amount].includes(sum);
  const expected = Number.isSafeInteger(sum) ? splitAmount(sum, parts.length) : [];
  const areEqual = isOfSale && amounts.every((amount, index) => amount === expected[index]);
  const holds = areEqual || amounts.every(Number.isFinite) ? areEqual : undefined;
  ledger.check(key, 'amounts', holds, 'The installments are equal, and the first takes the remainder.');
  const fits = arePayoutDates(
    parts.map((part) => dateOf(part.payment_date)),
    stringAt(sale, 'created_at'),
  );
  ledger.check(key, 'days', fits, `The installments are due every ${PAYOUT_DAYS} days, as in the simulation.`);
}

/** The longest delay of a payout by weekends and bank holidays, in days. */
const LONGEST_DELAY = 7;

/**
 * Returns the days of a sale whose installments are paid on these dates, in milliseconds. The gateway's clock is unknown: a sandbox may be months
 * ahead, so the day of the request says nothing. Undefined if a date is missing.
 */
function possibleSales(dates: readonly number[]): number[] | undefined {
  const [first] = dates;
  if (first === undefined || dates.some(Number.isNaN)) return undefined;
  const days = Array.from({ length: LONGEST_DELAY + 1 }, (_, delay) => first - (30 + delay) * DAY);
  return days.filter((sold) => followSale(dates, sold));
}

/** Returns whether the parts of a sale are paid on these dates. The gateway's time zone is unknown, so a day of difference is fine. */
function arePayoutDates(dates: readonly number[], saleTime: string | undefined): boolean | undefined {
  const sold = dateOf(saleTime);
  if (Number.isNaN(sold) || dates.some(Number.isNaN)) return undefined;
  return [-1, 0, 1].some((shift) => followSale(dates, sold + shift * DAY));
}

function followSale(dates: readonly number[], sold: number): boolean {
  const day = dayInUtc(sold);
  return dates.every((date, index) => date === Date.parse(paymentDate(day, index + 1)));
}

function isNear(one: unknown, other: number | undefined, by = 0.006): boolean {
  return Math.abs(numberOf(one) - (other ?? Number.NaN)) <= by;
}
