import { lowerParts, shareAmount } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { booleanOf } from 'payment-gateway-core/util';
import { objectsOf, present } from '../input.js';
import { unprocessable } from '../refusals.js';
import { requireReferenced } from '../resource.js';
import type { Wire, Work } from '../work.js';

type SplitRule = Wire['TransactionSplit'];

export interface Split {
  readonly rules: readonly SplitRule[];
  /** The shares of the receivers, as percentages or centavos. */
  readonly weights: readonly number[];
}

/** Reads the split of a request. Fails with 422 for an unknown receiver, and for rules that do not cover the whole payment. */
export function splitOf(work: Work, amount: number, { split }: JsonObject): Split | undefined {
  const sent = objectsOf(split, 'split');
  if (sent.length === 0) return undefined;
  work.use('split-checked');
  const rules = sent.map((one, index) => ruleOf(work, one, `split.${index}`));
  const weights = weightsOf(work, rules, amount);
  if (!rules.some(({ liable }) => liable) && work.use('split-liable') !== 'not-required')
    throw withoutOne('liable', 'bears chargebacks');
  if (!rules.some(({ charge_processing_fee: pays }) => pays) && work.use('split-fee') !== 'not-required')
    throw withoutOne('charge_processing_fee', 'pays the fee');
  return { rules: withAmounts(work, rules, amount, weights), weights };
}

function ruleOf(work: Work, sent: JsonObject, at: string): SplitRule {
  const receiver = requireReferenced(work, 'receivers', sent.receiver_id, `${at}.receiver_id`);
  const [percentage, amount] = [partOf(sent.percentage, `${at}.percentage`), partOf(sent.amount, `${at}.amount`)];
  if ((percentage === undefined) === (amount === undefined)) {
    throw unprocessable(`${at}: takes either percentage or amount`);
  }
  return present({
    receiver_id: receiver.id,
    percentage,
    amount,
    liable: booleanOf(sent.liable),
    charge_processing_fee: booleanOf(sent.charge_processing_fee),
  });
}

function partOf(sent: unknown, at: string): number | undefined {
  if (sent === undefined || sent === null) return undefined;
  if (typeof sent === 'number' && Number.isSafeInteger(sent) && sent > 0) return sent;
  throw unprocessable(`${at}: must be a whole number of 1 or more`);
}

/** Returns the shares. The rules must be all percentages or all amounts, and must cover the whole payment. */
function weightsOf(work: Work, rules: readonly SplitRule[], amount: number): number[] {
  work.use('split-whole');
  const isByAmount = rules.some((one) => one.amount !== undefined);
  const weights = rules.flatMap((one) => (isByAmount ? one.amount : one.percentage) ?? []);
  if (weights.length < rules.length) {
    throw unprocessable('split: the rules mix percentage and amount; use one of them in all rules');
  }
  const [whole, unit] = isByAmount ? [amount, ' centavos'] : [100, ' %'];
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum !== whole) throw unprocessable(`split: the rules take ${sum} of ${whole}${unit}; they must take all of it`);
  return weights;
}

const withoutOne = (field: string, duty: string) =>
  unprocessable(`split: at least one rule must have ${field}: true, for the receiver that ${duty}`);

/**
 * Returns the rules with the amount of each receiver in centavos. The first liable receiver takes the remainder. A refund or a partial capture lowers the
 * amounts. No receiver gets more than before.
 */
export function withAmounts(
  work: Work,
  rules: readonly SplitRule[],
  amount: number,
  weights: readonly number[],
  before?: number,
): SplitRule[] {
  work.use('split-amounts');
  // Without a liable receiver, which a variant allows, the first one takes the remainder.
  const firstLiable = Math.max(
    0,
    rules.findIndex(({ liable }) => liable),
  );
  const isLower = before !== undefined && amount <= before;
  const parts = rules.map((one) => one.amount ?? 0);
  const amounts = isLower ? lowerParts(amount, parts, weights, firstLiable) : shareAmount(amount, weights, firstLiable);
  return rules.map((one, index) => ({ ...one, amount: amounts[index] ?? 0 }));
}
