// @ts-check
import { operations } from '../../contract/elements.js';

/** @type {import('../rule.js').Rule} */
export default function* safeOnlyOnPost(contract) {
  for (const { node, method, path } of operations(contract)) {
    if (node['x-safe'] !== undefined && (node['x-safe'] !== true || method !== 'post')) {
      yield {
        path: [...path, 'x-safe'],
        message: `Use \`x-safe: true\` only for a POST that changes nothing: other methods already say so.`,
      };
    }
  }
}
