import { elementOf, elements, propertyName } from '../../../core/src/contract/elements.ts';
import type { JsonObject } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

const SENSITIVE = new Set(['card_number', 'card_cvv', 'credentials']);

export default function* sensitiveFields(contract: JsonObject): Iterable<LintProblem> {
  for (const { node, path } of elements(contract, 'schema')) {
    const name = propertyName(path);
    if (name && SENSITIVE.has(name) && elementOf(contract, node)?.node['x-sensitive'] !== true) {
      yield {
        path,
        message: `Mark \`${name}\` with \`x-sensitive: true\` and \`writeOnly: true\`: logs and errors use the mark to redact it.`,
      };
    }
  }
}
