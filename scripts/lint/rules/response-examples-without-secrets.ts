import { elementOf, elements, propertyName } from '../../../core/src/contract/elements.ts';
import { isObject, type JsonObject } from '../../../core/src/util/json.ts';
import { valuesBelow } from '../records.ts';
import type { LintProblem } from '../rule.ts';

/** By name, not by schema: an open response would let a field pass that its schema does not describe. */
export default function* responseExamplesWithoutSecrets(contract: JsonObject): Iterable<LintProblem> {
  const names = new Set();
  for (const { node, path } of elements(contract, 'schema')) {
    if (elementOf(contract, node)?.node.writeOnly === true) names.add(propertyName(path));
  }
  const responses = elements(contract, 'mediaType').filter(({ path }) => path.includes('responses'));
  const events = elements(contract, 'mediaType').filter(({ path }) => path[0] === 'webhooks');

  const done = new Set<JsonObject>();
  for (const { node } of [...responses, ...events]) {
    for (const reference of Object.values(isObject(node.examples) ? node.examples : {})) {
      const example = elementOf(contract, reference);
      if (!example || done.has(example.node)) continue;
      done.add(example.node);
      for (const { path } of valuesBelow(example.node.value, [...example.path, 'value'])) {
        if (!names.has(path.at(-1))) continue;
        yield {
          path,
          message: `Remove \`${path.at(-1)}\` from this response: it is writeOnly, so responses never contain it.`,
        };
      }
    }
  }
}
