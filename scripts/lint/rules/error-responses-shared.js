// @ts-check
import { child, operations } from '../../contract/elements.js';

/** @type {import('../rule.js').Rule} */
export default function* errorResponsesShared(contract) {
  for (const { node, path } of operations(contract)) {
    const responses = child(node, 'responses');
    for (const status of Object.keys(responses).filter((status) => !/^[123]/.test(status))) {
      if (!String(child(responses, status).$ref).startsWith('#/components/responses/')) {
        yield {
          path: [...path, 'responses', status],
          message: `Use a shared response, \`$ref: '#/components/responses/…'\`, so that all errors have the same form.`,
        };
      }
    }
  }
}
