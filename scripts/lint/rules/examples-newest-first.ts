import { isObject, type JsonObject, listAt, objectAt } from '../../../src/util/json.ts';
import { operations, resolve } from '../../contract/elements.ts';
import { examplesOf, responsesOf } from '../../contract/operation.ts';
import type { Problem } from '../rule.ts';

/** Lists of resources begin with the newest. A history is different: no call creates its entries. */
export default function* examplesNewestFirst(contract: JsonObject): Iterable<Problem> {
  const all = operations(contract).map(({ node }) => node);
  const resource = (node: JsonObject) => objectAt(node, 'x-resource');
  const created = new Set(
    all
      .map(resource)
      .filter(({ action }) => action === 'create')
      .map(({ type }) => type),
  );
  const examples = all
    .filter((node) => resource(node).action === 'list' && created.has(resource(node).type))
    .flatMap((node) => responsesOf(contract, node).successes.flatMap(([, response]) => examplesOf(contract, response)))
    .map(([, example]) => example);
  for (const example of new Set(examples)) {
    const at = [...(resolve(contract, example)?.path ?? []), 'value'];
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
