// @ts-check
import { elements } from '../../contract/elements.js';

/** What must state its own evidence; everything else inherits from the nearest of these around it. */
const COMPONENTS = new Set(['schemas', 'responses', 'parameters', 'securitySchemes']);

/** @type {import('../rule.js').Rule} */
export default function* evidencePresent(contract) {
  for (const { kind, node, path } of elements(contract)) {
    const component = path.length === 3 && path[0] === 'components' && COMPONENTS.has(String(path[1]));
    if ((kind === 'operation' || component) && node.$ref === undefined && node['x-evidence'] === undefined) {
      yield {
        path,
        message: `Say what this rests on: add \`x-evidence: documented <section>\`, or \`observed\` or \`assumed\` with a key of \`x-evidence-register\`.`,
      };
    }
  }
}
