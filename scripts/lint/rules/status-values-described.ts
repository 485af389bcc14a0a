import { elements } from '../../../core/src/contract/elements.ts';
import { type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import { isFilledString } from '../../contract/text.ts';
import type { LintProblem } from '../rule.ts';

/** Each value of a status has a description, so that a reader knows the next step in each state. */
export default function* statusValuesDescribed(contract: JsonObject): Iterable<LintProblem> {
  for (const { node, path } of elements(contract, 'schema')) {
    if (node['x-transitions'] === undefined && node['x-enumDescriptions'] === undefined) continue;
    const described = objectAt(node, 'x-enumDescriptions');
    const values = [...listAt(node, 'x-extensible-enum'), ...listAt(node, 'enum')].map(String);
    for (const value of values.filter((one) => !isFilledString(described[one]))) {
      yield {
        path,
        message: `Describe \`${value}\` in \`x-enumDescriptions\`: readers of the docs see only described values.`,
      };
    }
    for (const value of Object.keys(described).filter((one) => !values.includes(one))) {
      yield {
        path: [...path, 'x-enumDescriptions', value],
        message: `Add \`${value}\` to the values of this vocabulary, or remove its description.`,
      };
    }
  }
}
