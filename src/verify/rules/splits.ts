import { isObject, listAt } from '../../contract/json.js';
import { judgeRefusal, type Rule } from './rule.js';

/** Splits that take too much, or nothing. That a receiver is unknown, only a flow can tell. */
export function splitRule(): Rule {
  return {
    judge({ operation, sent, status }, ledger) {
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

/** NaN, which compares to nothing, for what is no number. */
function share(amount: number, percentage: unknown): number {
  return typeof percentage === 'number' ? (amount * percentage) / 100 : Number.NaN;
}
