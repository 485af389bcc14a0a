import { type Element, elements, propertyName, reachable } from '../../../core/src/contract/elements.ts';
import type { JsonObject } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

/** Properties that tell events apart, so they need a fixed value. */
const EVENT_DISCRIMINATORS = new Set(['event', 'model']);

export default function* responseVocabulariesOpen(contract: JsonObject): Iterable<LintProblem> {
  const responses = elements(contract, 'response').filter(({ path }) => path[0] !== 'webhooks');
  const events = elements(contract, 'requestBody').filter(({ path }) => path[0] === 'webhooks');
  const schemasBelow = (starts: readonly Element[]) =>
    reachable(
      contract,
      starts.map(({ node }) => node),
    ).filter(({ kind }) => kind === 'schema');
  const returned = new Set(schemasBelow(responses));
  for (const schema of new Set([...returned, ...schemasBelow(events)])) {
    const { node, path } = schema;
    if (node.enum !== undefined) {
      yield {
        path: [...path, 'enum'],
        message: `Use \`x-extensible-enum\` instead of \`enum\`: responses can contain new values.`,
      };
    }
    const name = propertyName(path);
    if (node.const !== undefined && (returned.has(schema) || !name || !EVENT_DISCRIMINATORS.has(name))) {
      yield {
        path: [...path, 'const'],
        message: `Use \`x-extensible-enum\` instead of \`const\`: only an event's discriminator and requests may fix a value.`,
      };
    }
  }
}
