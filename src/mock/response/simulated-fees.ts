import { dayInSaoPaulo, type SaleRequest, simulateSale } from '../../codes/index.js';
import { asObject, isObject } from '../../util/index.js';

/** The fields of a request that change a simulation. */
const SALE = ['brand', 'amount', 'installments', 'fee_responsible'] as const satisfies (keyof SaleRequest)[];

/**
 * Computes a fee simulation for the sale of the request, on today's date in São Paulo and with the rates of the example. Keeps
 * the example if the request matches the example's request. Keeps other responses unchanged.
 *
 * @param example the request of the example that the response comes from
 * @param now milliseconds since 1970
 * @returns the body, and a sentence about the first wrong value of a sale that cannot be simulated, whose body is the example
 */
export function withSimulatedFees(
  body: unknown,
  sent: unknown,
  example: unknown,
  now: number,
): { body: unknown; problem?: [string] } {
  if (!isObject(body) || !isObject(sent) || !Array.isArray(body.installments)) return { body };
  const { mdr, antecipationRate: monthlyRate } = body;
  if (typeof mdr !== 'number' || typeof monthlyRate !== 'number') return { body };
  if (isObject(example) && SALE.every((field) => sent[field] === example[field])) return { body };
  // The chosen example decides who pays, since the vocabulary is open.
  const { fee_responsible } = asObject(example);
  const simulation = simulateSale({ ...sent, fee_responsible }, { date: dayInSaoPaulo(now), mdr, monthlyRate });
  if (typeof simulation === 'string') return { body, problem: [`${simulation}; the response is an example`] };
  return { body: { ...body, ...simulation } };
}
