import type { JsonObject } from '../../../src/util/json.ts';
import { operations } from '../../contract/elements.ts';
import { examplesOf, responsesOf } from '../../contract/operation.ts';
import type { Problem } from '../rule.ts';

function exampleNames(contract: object, holder: unknown) {
  return examplesOf(contract, holder).map(([name]) => name);
}

function quoted(names: readonly string[]) {
  return names.map((name) => `\`${name}\``).join(', ');
}

export default function* examplesPaired(contract: JsonObject): Iterable<Problem> {
  for (const { node, path, webhook } of operations(contract)) {
    const asked = exampleNames(contract, node.requestBody);
    if (webhook) {
      if (asked.length === 0) yield { path, message: `Give the event a named example: add \`examples\` to its body.` };
      continue;
    }
    const { successes } = responsesOf(contract, node);
    const returned = successes.flatMap(([, response]) => exampleNames(contract, response));
    for (const [status, response] of successes) {
      if (exampleNames(contract, response).length === 0) {
        yield {
          path: [...path, 'responses', status],
          message: `Give the response named examples: add \`examples\` to its content.`,
        };
      }
    }
    if (node.requestBody === undefined) continue;
    const unreturned = asked.filter((name) => !returned.includes(name));
    const unasked = returned.filter((name) => !asked.includes(name));
    if (asked.length === 0) {
      yield { path: [...path, 'requestBody'], message: `Give the body named examples, one for each named response.` };
    } else if (unreturned.length > 0) {
      yield {
        path,
        message: `Add response examples with the same names as the request examples ${quoted(unreturned)}.`,
      };
    }
    if (asked.length > 0 && unasked.length > 0) {
      yield { path, message: `Add request examples with the same names as the response examples ${quoted(unasked)}.` };
    }
  }
}
