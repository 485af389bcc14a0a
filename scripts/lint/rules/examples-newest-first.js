// @ts-check
import { child, isNode, list, operations, resolve } from '../../contract/elements.js';
import { examplesOf, responsesOf } from '../../contract/operation.js';

/** Lists of resources begin with the newest. A history is different: no call creates its entries.
 * @type {import('../rule.js').Rule} */
export default function* examplesNewestFirst(contract) {
  const all = operations(contract).map(({ node }) => node);
  const resource = (/** @type {import('../rule.js').Node} */ node) => child(node, 'x-resource');
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
      : [[...at, 'data'], list(example.value, 'data')];
    const times = items.map((item) => (isNode(item) ? String(item.created_at ?? '') : ''));
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
