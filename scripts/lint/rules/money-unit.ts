import { elementOf, elements, propertyName } from '../../../core/src/contract/elements.ts';
import type { JsonObject } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

// `fee` is missing on purpose: the unit of the shipping fee is unknown, and a wrong unit would be off by a factor of 100.
const MONEY = /(^|_)amount$|Amount$|^unit_price$/;

export default function* moneyUnit(contract: JsonObject): Iterable<LintProblem> {
  for (const { node, path } of elements(contract, 'schema')) {
    const name = propertyName(path);
    const target = name && MONEY.test(name) ? elementOf(contract, node)?.node : undefined;
    if (target && target['x-unit'] === undefined) {
      yield { path, message: `Add the unit of \`${name}\`: \`x-unit: centavos\` or \`x-unit: reais\`.` };
    }
  }
}
