import { elements } from '../../../core/src/contract/elements.ts';
import type { JsonObject } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

/** The elements that must name their evidence. Other elements inherit it from the nearest of these around them. */
const COMPONENTS = new Set(['schemas', 'responses', 'parameters', 'securitySchemes']);

export default function* evidencePresent(contract: JsonObject): Iterable<LintProblem> {
  for (const { kind, node, path } of elements(contract)) {
    const component = path.length === 3 && path[0] === 'components' && COMPONENTS.has(String(path[1]));
    if ((kind === 'operation' || component) && node.$ref === undefined && node['x-evidence'] === undefined) {
      yield {
        path,
        message: `Name the evidence for this element: add \`x-evidence: documented <section>\`, or \`observed\` or \`assumed\` with a key of \`x-evidence-register\`.`,
      };
    }
  }
}
