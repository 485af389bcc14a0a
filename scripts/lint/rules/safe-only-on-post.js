// @ts-check
import { operations } from '../../contract/elements.js';

/** @type {import('../rule.js').Rule} */
export default function* safeOnlyOnPost(contract) {
  for (const { node, method, path } of operations(contract)) {
    if (node['x-safe'] !== undefined && (node['x-safe'] !== true || method !== 'post')) {
      yield {
        path: [...path, 'x-safe'],
        message: `Keep \`x-safe: true\` for a POST that changes nothing: the method says it of every other.`,
      };
    }
  }
}
