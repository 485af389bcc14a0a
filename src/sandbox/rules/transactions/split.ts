import type { JsonObject } from '../../../contract/json.js';
import { flag, objectsOf, present } from '../input.js';
import { unprocessable } from '../refusals.js';
import { requireReferenced } from '../resource.js';
import type { Wire, Work } from '../work.js';

/** The split rules of a transaction. Fails with 422 for an unknown receiver, and for rules that take more than the whole. */
export function splitOf(work: Work, amount: number, { split }: JsonObject): Wire['SplitRule'][] | undefined {
  if (!Array.isArray(split)) return undefined;
  const rules: Wire['SplitRule'][] = [];
  for (const [index, sent] of objectsOf(split).entries()) rules.push(ruleOf(work, sent, `split.${index}`));
  const taken = rules.reduce((sum, rule) => sum + (rule.amount ?? (amount * (rule.percentage ?? 0)) / 100), 0);
  // Percentages of decimals do not add up exactly: 33.3 and 66.7 are a little more than 100.
  if (taken > amount + 0.01) throw unprocessable(`split: the rules take ${Math.round(taken)} centavos of ${amount}`);
  return rules;
}

function ruleOf(work: Work, sent: JsonObject, at: string): Wire['SplitRule'] {
  const receiver = requireReferenced(work, 'receivers', sent.receiver_id, `${at}.receiver_id`);
  const { percentage, amount } = sent;
  const [part, unit] = typeof amount === 'number' ? [amount, 'amount'] : [percentage, 'percentage'];
  if (typeof part !== 'number' || !Number.isFinite(part) || part <= 0) {
    throw unprocessable(`${at}.${unit}: a rule takes an amount or a percentage of more than zero`);
  }
  return present({
    receiver_id: receiver.id,
    percentage: typeof percentage === 'number' ? percentage : undefined,
    amount: typeof amount === 'number' ? amount : undefined,
    liable: flag(sent.liable),
    charge_processing_fee: flag(sent.charge_processing_fee),
  });
}
