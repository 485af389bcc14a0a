// @ts-check
import { child, elements, list } from '../../contract/elements.js';

/** @type {import('../rule.js').Rule} */
export default function* enumEvidenceInVocabulary(contract) {
  for (const { node, path } of elements(contract, 'schema')) {
    const values = [...list(node, 'x-extensible-enum'), ...list(node, 'enum'), node.const];
    const [inherited] = [node['x-evidence']].flat();
    for (const [value, evidence] of Object.entries(child(node, 'x-enum-evidence'))) {
      if (evidence === inherited) {
        yield {
          path: [...path, 'x-enum-evidence', value],
          message: `Remove this evidence: \`${value}\` has the same evidence as the vocabulary.`,
        };
      }
      if (!values.includes(value)) {
        yield {
          path: [...path, 'x-enum-evidence', value],
          message: `Add \`${value}\` to the values of this vocabulary, or remove its evidence.`,
        };
      }
    }
  }
}
