import { type JsonObject, objectAt } from '../../../src/util/json.ts';
import { operations } from '../../contract/elements.ts';
import type { Problem } from '../rule.ts';

export default function* errorResponsesShared(contract: JsonObject): Iterable<Problem> {
  for (const { node, path } of operations(contract)) {
    const responses = objectAt(node, 'responses');
    for (const status of Object.keys(responses).filter((status) => !/^[123]/.test(status))) {
      if (!String(objectAt(responses, status).$ref).startsWith('#/components/responses/')) {
        yield {
          path: [...path, 'responses', status],
          message: `Use a shared response, \`$ref: '#/components/responses/…'\`, so that all errors have the same form.`,
        };
      }
    }
  }
}
