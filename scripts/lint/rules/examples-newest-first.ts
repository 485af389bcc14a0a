import { contractOf } from '../../../core/src/contract/contract.ts';
import { elementOf } from '../../../core/src/contract/elements.ts';
import { successOf } from '../../../core/src/contract/operation.ts';
import { isObject, type JsonObject, listAt } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

/** Lists of resources begin with the newest. A history is different: no call creates its entries. */
export default function* examplesNewestFirst(contract: JsonObject): Iterable<LintProblem> {
  const { operations } = contractOf(contract);
  const creating = operations.filter(({ resource }) => resource.action === 'create');
  const created = new Set(creating.map(({ resource }) => resource.type));
  const examples = operations
    .filter(({ resource }) => resource.action === 'list' && created.has(resource.type))
    .flatMap((operation) => [...(successOf(operation).response?.examples.values() ?? [])]);
  for (const example of new Set(examples)) {
    const at = [...(elementOf(contract, example)?.path ?? []), 'value'];
    const [path, items] = Array.isArray(example.value)
      ? [at, example.value]
      : [[...at, 'data'], listAt(example.value, 'data')];
    const times = items.map((item) => (isObject(item) ? String(item.created_at ?? '') : ''));
    for (const [index, time] of times.entries()) {
      const before = times[index - 1];
      if (before !== undefined && before <= time && time !== '') {
        yield {
          path: [...path, index],
          message: `Sort the newest item first: this item was created at ${time}, after the previous one at ${before}.`,
        };
      }
    }
  }
}
