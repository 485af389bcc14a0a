import { isObject, type JsonObject, listAt } from '../../contract/json.js';
import type { Ledger } from '../judge/ledger.js';
import { judgeRefusal, type Rule } from './rule.js';

/** Checks that the gateway refuses splits that exceed the amount or contain zero. Only flows can test unknown receivers. */
export function splitRule(): Rule {
  return {
    judge({ operation, sent, status, records }, ledger) {
      for (const { name, value } of records) if (name === 'Transaction') judgeAmounts(value, ledger);
      const rules = listAt(sent, 'split').filter(isObject);
      const amount = isObject(sent) ? sent.amount : undefined;
      if (operation.operationId !== 'createTransaction' || rules.length === 0 || typeof amount !== 'number') return;
      const key = 'split-checked';
      const parts = rules.map((rule) =>
        typeof rule.amount === 'number' ? rule.amount : share(amount, rule.percentage),
      );
      if (parts.some((part) => part <= 0))
        judgeRefusal(ledger, { key, part: 'nothing', what: 'A split with a rule that takes nothing', status });
      else if (parts.reduce((sum, part) => sum + part, 0) > amount + 1)
        judgeRefusal(ledger, { key, part: 'too much', what: 'A split that takes more than the whole', status });
    },
  };
}

/** Checks that a split adds up to the amount paid and not refunded, or to the amount due. */
function judgeAmounts({ split, paid_amount, amount }: JsonObject, ledger: Ledger): void {
  const parts = Array.isArray(split) ? split.map((rule) => (isObject(rule) ? rule.amount : undefined)) : [];
  if (parts.length === 0 || !parts.every((part) => typeof part === 'number')) return;
  const sum = parts.reduce((sum, part) => sum + part, 0);
  const holds = sum === (paid_amount ?? amount);
  const no = 'The amounts of a split did not add up to the payment.';
  ledger.check('split-amounts', '', holds, 'The amounts of a split added up.', no);
}

/** Returns the receiver's share, or NaN, which makes every comparison false. */
function share(amount: number, percentage: unknown): number {
  return typeof percentage === 'number' ? (amount * percentage) / 100 : Number.NaN;
}
