import type { RegisterKey } from '../../../generated/register-keys.js';
import { DAY } from '../../codes/days.js';
import { paymentDate } from '../../codes/installments.js';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../contract/json.js';
import type { JudgedContract } from '../judge/contract.js';
import type { Place } from '../judge/finding.js';
import type { Ledger } from '../judge/ledger.js';
import { isSuccess, type Rule } from './rule.js';

/** Checks the fee simulation: its units, and whether its figures match the contract's formula. */
export function simulationRule(contract: JudgedContract): Rule {
  const schema = objectAt(objectAt(objectAt(contract.document, 'components'), 'schemas'), 'FeeSimulation');
  const at = (field: string): Place => contract.placeOf(objectAt(objectAt(schema, 'properties'), field));
  return {
    judge({ operation, status, sent, returned, exchange }, ledger) {
      if (operation.operationId !== 'simulateTax' || !isSuccess(status) || !isObject(sent) || !isObject(returned))
        return;
      const { amount } = sent;
      const isSelf = sent.fee_responsible === 'self';
      const base = isSelf ? returned.grossAmount : returned.netAmount;
      if (typeof amount !== 'number' || typeof base !== 'number') return;
      if (base === amount / 100)
        ledger.confirm('simulation-units', '', 'Centavos were sent, and reais came back.', at('netAmount'));
      else if (base === amount)
        ledger.refute('simulation-units', 'The simulation is in the unit of its request.', at('netAmount'));
      judgeFigures(returned, isSelf, exchange.time, ledger);
    },
  };

  function judgeFigures(returned: JsonObject, isSelf: boolean, time: string | undefined, ledger: Ledger): void {
    const { grossAmount: gross, netAmount: net, mdr, antecipationRate: rate } = returned;
    if (typeof gross !== 'number' || typeof net !== 'number' || typeof mdr !== 'number') return;
    const kept = 1 - mdr / 100;
    const feeHolds = isSelf ? isNear(net, gross * kept) : isNear(gross, net / kept);
    const parts = listAt(returned, 'installments').filter(isObject);
    const [key, field, wrongFee] = isSelf
      ? (['simulation-self', 'netAmount', 'net is not gross less mdr'] as const)
      : (['simulation-formula', 'grossAmount', 'gross is not net divided by 1 less mdr'] as const);
    const fault = feeHolds ? partFault(returned, parts, isSelf) : wrongFee;
    if (fault) ledger.refute(key, `The figures of a simulation do not follow the formula: ${fault}.`, at(field));
    else if (parts.length > 0) ledger.confirm(key, '', 'The figures of a simulation follow the formula.', at(field));
    judgeDates(key, parts, time, ledger);
    if (!isSelf && typeof rate === 'number' && parts.length > 0) judgeRate(rate, parts, time, ledger);
  }

  /** Checks that installment i is paid 30 * i days after the sale. The gateway's time zone is unknown, so a day of difference is fine. */
  function judgeDates(key: RegisterKey, parts: readonly JsonObject[], time: string | undefined, ledger: Ledger): void {
    const sold = Date.parse(time?.slice(0, 10) ?? '');
    const first = dateOf(parts[0] ?? {});
    if (Number.isNaN(sold) || parts.some((part) => Number.isNaN(dateOf(part)))) return;
    // Dates of another year come from a fixed sample and do not depend on this request.
    if (Math.abs(first - sold) > 120 * DAY) return;
    const days = [-1, 0, 1].map((shift) => new Date(sold + shift * DAY).toISOString().slice(0, 10));
    const fits = days.some((day) =>
      parts.every((part, index) => dateOf(part) === Date.parse(paymentDate(day, index + 1))),
    );
    if (!fits)
      ledger.refute(key, 'The parts of a simulation are not paid every 30 days after the sale.', at('installments'));
  }

  /** Checks the rate of each installment against the days since the request. */
  function judgeRate(rate: number, parts: readonly JsonObject[], time: string | undefined, ledger: Ledger): void {
    const sold = time === undefined ? undefined : Date.parse(time.slice(0, 10));
    const days = parts.map((part) => (dateOf(part) - (sold ?? Number.NaN)) / DAY);
    const place = at('antecipationRate');
    // The gateway's time zone is unknown, so allow a day of difference.
    const holds = parts.every((part, index) =>
      [-1, 0, 1].some((shift) =>
        isNear(Number(part.antecipationRate), (rate * ((days[index] ?? 0) + shift)) / 30, 1e-6),
      ),
    );
    if (holds)
      ledger.confirm(
        'simulation-rate',
        '',
        'The rates of the installments follow from the rate per month and the days.',
        place,
      );
    else if (sold !== undefined && parts.every((part) => typeof part.antecipationRate === 'number')) {
      ledger.leaveOpen(
        ['observed simulation-rate'],
        'The rates of the installments do not follow from the top rate and the day of the request.',
        place,
      );
    }
  }
}

function partFault(returned: JsonObject, parts: readonly JsonObject[], isSelf: boolean): string | undefined {
  const sum = (field: string) => parts.reduce((total, part) => total + Math.round(Number(part[field]) * 100), 0) / 100;
  if (parts.length === 0) return undefined;
  // As published, the two amounts look swapped if the customer pays the fee.
  const [base, other] = isSelf ? (['grossAmount', 'netAmount'] as const) : (['netAmount', 'grossAmount'] as const);
  if (!isNear(sum('grossAmount'), Number(returned[base]))) return 'the parts in grossAmount do not add up to the base';
  if (!isNear(sum('netAmount'), Number(returned[other])))
    return `the parts in netAmount do not add up to the top ${other}`;
  if (!isNear(sum('antecipatedAmount'), Number(returned.antecipatedAmount)))
    return 'antecipatedAmount is not the sum of its parts';
  const wrong = parts.some((part) => {
    const left = 1 - Number(part.antecipationRate) / 100;
    const advanced = isSelf ? Number(part.netAmount) * Math.max(0, left) : Number(part.netAmount) / left;
    return !isNear(Number(part.antecipatedAmount), advanced, 0.011);
  });
  const way = isSelf ? 'multiplied' : 'divided';
  return wrong ? `an antecipatedAmount is not its netAmount ${way} by 1 less its rate` : undefined;
}

function dateOf(part: JsonObject): number {
  return Date.parse(stringAt(part, 'previsionPaymentDate')?.slice(0, 10) ?? '');
}

/** Returns whether two decimal amounts are equal to the centavo. */
function isNear(one: number, other: number, by = 0.006): boolean {
  return Math.abs(one - other) <= by;
}
