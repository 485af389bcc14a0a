import { isObject, type JsonObject, listAt } from '../../contract/json.js';
import type { JudgedContract } from '../judge/contract.js';
import type { Place } from '../judge/finding.js';
import type { Ledger } from '../judge/ledger.js';
import { placeOf } from './paths.js';
import { judgeRefusal } from './refusal.js';
import type { Rule } from './rule.js';

/** Splits that take too much, or nothing. That a receiver is unknown, only a flow can tell. */
export function splitRule(contract: JudgedContract): Rule {
  return {
    judge({ operation, sent, status, records }, ledger) {
      const at = placeOf(contract, operation);
      for (const { name, value } of records) if (name === 'Transaction') judgeAmounts(value, at, ledger);
      const rules = listAt(sent, 'split').filter(isObject);
      const amount = isObject(sent) ? sent.amount : undefined;
      if (operation.operationId !== 'createTransaction' || rules.length === 0 || typeof amount !== 'number') return;
      const place = placeOf(contract, operation);
      const key = 'split-checked';
      const parts = rules.map((rule) =>
        typeof rule.amount === 'number' ? rule.amount : share(amount, rule.percentage),
      );
      if (parts.some((part) => part <= 0))
        judgeRefusal(ledger, { key, place, part: 'nothing', what: 'A split with a rule that takes nothing', status });
      else if (parts.reduce((sum, part) => sum + part, 0) > amount + 1)
        judgeRefusal(ledger, { key, place, part: 'too much', what: 'A split that takes more than the whole', status });
    },
  };
}

/** Whether the receivers of a transaction share what was paid and not refunded, or what is to be paid. */
function judgeAmounts({ split, paid_amount, amount }: JsonObject, place: Place, ledger: Ledger): void {
  const parts = Array.isArray(split) ? split.map((rule) => (isObject(rule) ? rule.amount : undefined)) : [];
  if (parts.length === 0 || !parts.every((part) => typeof part === 'number')) return;
  const sum = parts.reduce((sum, part) => sum + part, 0);
  if (sum === (paid_amount ?? amount)) ledger.confirm('split-amounts', place, '', 'The amounts of a split added up.');
  else ledger.refuteEntry('split-amounts', place, 'The amounts of a split did not add up to the payment.');
}

/** NaN, which compares to nothing, for what is no number. */
function share(amount: number, percentage: unknown): number {
  return typeof percentage === 'number' ? (amount * percentage) / 100 : Number.NaN;
}
