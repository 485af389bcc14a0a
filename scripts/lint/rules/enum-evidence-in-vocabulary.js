// @ts-check
import { child, elements, list } from '../../contract/elements.js';

/** @type {import('../rule.js').Rule} */
export default function* enumEvidenceInVocabulary(contract) {
  for (const { node, path } of elements(contract, 'schema')) {
    const values = [...list(node, 'x-extensible-enum'), ...list(node, 'enum'), node.const];
    for (const value of Object.keys(child(node, 'x-enum-evidence'))) {
      if (!values.includes(value)) {
        yield {
          path: [...path, 'x-enum-evidence', value],
          message: `Add \`${value}\` to the values of this vocabulary, or remove its evidence.`,
        };
      }
    }
  }
}
