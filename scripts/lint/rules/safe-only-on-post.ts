import type { JsonObject } from '../../../src/util/json.ts';
import { operations } from '../../contract/elements.ts';
import type { Problem } from '../rule.ts';

export default function* safeOnlyOnPost(contract: JsonObject): Iterable<Problem> {
  for (const { node, method, path } of operations(contract)) {
    if (node['x-safe'] !== undefined && (node['x-safe'] !== true || method !== 'post')) {
      yield {
        path: [...path, 'x-safe'],
        message: `Use \`x-safe: true\` only for a POST that changes nothing: other methods already say so.`,
      };
    }
  }
}
