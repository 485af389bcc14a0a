import { elements } from '../../../core/src/contract/elements.ts';
import { type JsonObject, listAt } from '../../../core/src/util/json.ts';
import { isFilledString } from '../../contract/text.ts';
import type { Problem } from '../rule.ts';

export default function* vocabularyForm(contract: JsonObject): Iterable<Problem> {
  for (const { node, path } of elements(contract, 'schema')) {
    if (new Set(listAt(node, 'enum').map((value) => typeof value)).size > 1) {
      yield {
        path: [...path, 'enum'],
        message: `Write an \`enum\` of several types as a list of types with bounds and a pattern: generators use the same name for \`0\` and \`"0"\`.`,
      };
    }
    const values = node['x-extensible-enum'];
    if (values === undefined) continue;
    if (![node.type].flat().includes('string') || node.enum !== undefined) {
      yield { path, message: `Use \`type: string\` without \`enum\` for an open vocabulary: \`enum\` would close it.` };
    }
    if (
      !Array.isArray(values) ||
      values.length === 0 ||
      !values.every(isFilledString) ||
      new Set(values).size < values.length
    ) {
      yield {
        path: [...path, 'x-extensible-enum'],
        message: `List the known values in \`x-extensible-enum\`: at least one string, without duplicates.`,
      };
    }
  }
}
