// @ts-check
import { child, elements, isFilledString, list } from '../../contract/elements.js';

/** Each value of a status has a description, so that a reader knows what to do in each state.
 * @type {import('../rule.js').Rule} */
export default function* statusValuesDescribed(contract) {
  for (const { node, path } of elements(contract, 'schema')) {
    if (node['x-transitions'] === undefined && node['x-enumDescriptions'] === undefined) continue;
    const described = child(node, 'x-enumDescriptions');
    const values = [...list(node, 'x-extensible-enum'), ...list(node, 'enum')].map(String);
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
