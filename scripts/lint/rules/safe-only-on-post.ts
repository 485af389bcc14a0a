import { contractOf } from '../../../core/src/contract/contract.ts';
import type { JsonObject } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

export default function* safeOnlyOnPost(contract: JsonObject): Iterable<LintProblem> {
  const { operations, webhooks } = contractOf(contract);
  for (const { definition, method, place } of [...operations, ...webhooks]) {
    if (definition['x-safe'] === true && method !== 'POST') {
      yield {
        path: [...place, 'x-safe'],
        message: `Use \`x-safe: true\` only for a POST that changes nothing: other methods already say so.`,
      };
    }
  }
}
