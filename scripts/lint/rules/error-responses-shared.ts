import { contractOf } from '../../../core/src/contract/contract.ts';
import type { JsonObject } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

export default function* errorResponsesShared(contract: JsonObject): Iterable<LintProblem> {
  const { operations, webhooks } = contractOf(contract);
  for (const { place, responses } of [...operations, ...webhooks]) {
    for (const [status, { written }] of responses) {
      if (!/^[123]/.test(status) && !String(written.$ref).startsWith('#/components/responses/')) {
        yield {
          path: [...place, 'responses', status],
          message: `Use a shared response, \`$ref: '#/components/responses/…'\`, so that all errors have the same form.`,
        };
      }
    }
  }
}
