import { targetOf } from '../../../core/src/contract/document.ts';
import { elements } from '../../../core/src/contract/elements.ts';
import { type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

/** The parts of a schema that can have other evidence than the schema. */
const PARTS = ['required', 'value'];

export default function* requiredEvidence(contract: JsonObject): Iterable<LintProblem> {
  for (const { node, path } of elements(contract, 'schema')) {
    const stated = objectAt(node, 'x-evidence-of');
    if (listAt(node, 'required').length > 0 && stated.required === undefined) {
      yield {
        path: [...path, 'required'],
        message: `Name the evidence that these fields are required: add \`x-evidence-of: { required: assumed <register key> }\`.`,
      };
    }
    if (listAt(node, 'required').length === 0 && stated.required !== undefined) {
      yield {
        path: [...path, 'x-evidence-of', 'required'],
        message: `Remove this evidence: the schema requires no field.`,
      };
    }
    const fields = node.$ref === undefined ? {} : objectAt(targetOf(contract, node), 'properties');
    for (const part of Object.keys(stated).filter((part) => !PARTS.includes(part) && !Object.hasOwn(fields, part))) {
      yield {
        path: [...path, 'x-evidence-of', part],
        message: `A schema has no part \`${part}\`: use \`required\` or \`value\` or, next to a \`$ref\`, a field of its target.`,
      };
    }
  }
}
