import { elements } from '../../../core/src/contract/elements.ts';
import { type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

export default function* enumEvidenceInVocabulary(contract: JsonObject): Iterable<LintProblem> {
  for (const { node, path } of elements(contract, 'schema')) {
    const values = [...listAt(node, 'x-extensible-enum'), ...listAt(node, 'enum'), node.const];
    const [inherited] = [node['x-evidence']].flat();
    for (const [value, evidence] of Object.entries(objectAt(node, 'x-enum-evidence'))) {
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
