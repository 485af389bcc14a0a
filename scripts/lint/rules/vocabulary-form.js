// @ts-check
import { elements, isFilledString, list } from '../../contract/elements.js';

/** @type {import('../rule.js').Rule} */
export default function* vocabularyForm(contract) {
  for (const { node, path } of elements(contract, 'schema')) {
    if (new Set(list(node, 'enum').map((value) => typeof value)).size > 1) {
      yield {
        path: [...path, 'enum'],
        message: `Write an \`enum\` of several types as a list of types with bounds and a pattern: to generators \`0\` and \`"0"\` have the same name.`,
      };
    }
    const values = node['x-extensible-enum'];
    if (values === undefined) continue;
    if (![node.type].flat().includes('string') || node.enum !== undefined) {
      yield { path, message: `Give an open vocabulary \`type: string\` and no \`enum\`, which would close it.` };
    }
    if (
      !Array.isArray(values) ||
      values.length === 0 ||
      !values.every(isFilledString) ||
      new Set(values).size < values.length
    ) {
      yield {
        path: [...path, 'x-extensible-enum'],
        message: `List the known values in \`x-extensible-enum\`: strings, each once, at least one.`,
      };
    }
  }
}
