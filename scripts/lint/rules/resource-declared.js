// @ts-check
import { child, isFilledString, isNode, list, operations, target } from '../../contract/elements.js';
import { shapeOf } from '../../contract/shape.js';

const ACTIONS = ['create', 'retrieve', 'find', 'list', 'change', 'act', 'delete', 'compute'];
const FIELDS = ['type', 'action', 'parent', 'by', 'states', 'into', 'evidence'];

/** What an operation does to which resource is declared where the operation is, so that a server with a memory reads it off.
 * @type {import('../rule.js').Rule} */
export default function* resourceDeclared(contract) {
  const schemas = child(contract.components, 'schemas');
  for (const { node, path, webhook, address } of operations(contract)) {
    if (webhook) continue;
    const resource = node['x-resource'];
    const at = [...path, 'x-resource'];
    if (!isNode(resource)) {
      yield {
        path,
        message: `Say what the operation does: add \`x-resource: { type: <schema>, action: ${ACTIONS.join('|')}, evidence: … }\`.`,
      };
      continue;
    }
    for (const field of Object.keys(resource).filter((field) => !FIELDS.includes(field))) {
      yield { path: [...at, field], message: `Keep to ${FIELDS.join(', ')}.` };
    }
    if (!ACTIONS.includes(String(resource.action))) {
      yield { path: at, message: `Give the resource an \`action\`: ${ACTIONS.join(', ')}.` };
    }
    for (const field of ['type', 'parent'].filter((field) => field === 'type' || resource[field] !== undefined)) {
      if (!isFilledString(resource[field]) || !(resource[field] in schemas)) {
        yield { path: at, message: `Name a schema of the contract as \`${field}\`.` };
      }
    }
    const ids = address.match(/\{/g)?.length ?? 0;
    // A parent and a member have an id each; what is looked up otherwise says by what.
    const isMember = ['retrieve', 'change', 'act', 'delete'].includes(String(resource.action));
    const wanted = Number(resource.parent !== undefined && resource.by === undefined) + Number(isMember);
    if (ids !== wanted && !(isMember && ids === 0 && resource.action === 'change')) {
      yield {
        path: at,
        message: `Make \`action\` and \`parent\` agree with the path: they speak of ${wanted} ids, the path has ${ids}.`,
      };
    }
    // The states of a record are the known values of its `status`.
    const states = target(contract, shapeOf(contract, child(schemas, String(resource.type))).properties.get('status'));
    const known = list(states, 'x-extensible-enum');
    const asked = list(resource, 'states');
    const reached = list(resource, 'into');
    for (const state of [...asked, ...reached].filter((state) => !known.includes(state))) {
      yield { path: at, message: `\`${state}\` is no known status of ${resource.type}.` };
    }
    if (resource.action === 'act' && states !== undefined && (asked.length === 0 || reached.length === 0)) {
      yield {
        path: at,
        message: `Say in which \`states\` the resource has to be, and \`into\` which states the operation brings it.`,
      };
    }
    const rows = list(states, 'x-transitions').filter(isNode);
    for (const state of asked.length > 0 ? reached : []) {
      const isReachable = asked.some(
        (from) => from === state || rows.some((row) => row.from === from && list(row, 'to').includes(state)),
      );
      if (!isReachable) {
        yield { path: at, message: `\`x-transitions\` leads from none of these \`states\` to \`${state}\`.` };
      }
    }
  }
}
