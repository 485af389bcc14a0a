import { contractOf } from '../../../core/src/contract/contract.ts';
import { type Body, isSuccess } from '../../../core/src/contract/operation.ts';
import type { JsonObject } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

const exampleNames = (body: Body | undefined): string[] => [...(body?.examples.keys() ?? [])];

function quoted(names: readonly string[]) {
  return names.map((name) => `\`${name}\``).join(', ');
}

export default function* examplesPaired(contract: JsonObject): Iterable<LintProblem> {
  const { operations, webhooks } = contractOf(contract);
  for (const { place: path, request } of webhooks)
    if (exampleNames(request).length === 0)
      yield { path, message: `Give the event a named example: add \`examples\` to its body.` };
  for (const { place: path, request, responses } of operations) {
    const asked = exampleNames(request);
    const successes = [...responses].filter(([status]) => isSuccess(status));
    const returned = successes.flatMap(([, response]) => exampleNames(response));
    for (const [status, response] of successes) {
      if (exampleNames(response).length === 0) {
        yield {
          path: [...path, 'responses', status],
          message: `Give the response named examples: add \`examples\` to its content.`,
        };
      }
    }
    if (request === undefined) continue;
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
