import {
  aboveMost,
  addDays,
  BOLETO_DAYS,
  boletoLine,
  businessDay,
  dayInSaoPaulo,
  endOfDay,
  isDay,
} from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { unprocessable } from '../refusals.js';
import type { Work } from '../work.js';
import type { Start } from './transaction.js';

/** Starts a boleto, which can be paid until the first business day on or after its last day ends in São Paulo. */
export function startBoleto(
  work: Work,
  id: number,
  amount: number,
  { expiration, max_payment_date }: JsonObject = {},
): Start {
  const problem = aboveMost('boleto', amount);
  if (problem !== undefined) throw unprocessable(`amount: ${problem}`);
  const today = dayInSaoPaulo(work.now);
  const dueDate = dayOf(expiration, 'boleto.expiration') ?? addDays(today, BOLETO_DAYS);
  const lastDay = dayOf(max_payment_date, 'boleto.max_payment_date') ?? addDays(dueDate, work.settings.boletoGraceDays);
  if (dueDate < today) throw unprocessable(`boleto.expiration: ${dueDate} has passed; it is ${today} in São Paulo`);
  if (lastDay < dueDate) throw unprocessable(`boleto.max_payment_date: ${lastDay} is before the due date ${dueDate}`);
  const variant = work.use('boleto-flow');
  const end = variant === 'ends-on-last-day' ? lastDay : businessDay(lastDay);
  return {
    status: 'waiting_payment',
    value: { boleto: { barcode_line: boletoLine({ amount, dueDate, number: id }) } },
    hidden: { capture: true, next: 'expire' },
    ...(variant !== 'stays-open' && { due: endOfDay(end) }),
  };
}

function dayOf(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !isDay(value)) throw unprocessable(`${field}: must be a day, shaped YYYY-MM-DD`);
  // Leaves room for the days after a due date.
  if (value >= '9900') throw unprocessable(`${field}: must be before the year 9900`);
  return value;
}
