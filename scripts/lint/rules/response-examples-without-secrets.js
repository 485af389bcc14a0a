// @ts-check
import { elements, isNode, propertyName, resolve } from '../../contract/elements.js';
import { valuesBelow } from '../records.js';

/** @typedef {import('../../contract/elements.js').Node} Node */

/** By name, not by schema: an open response would let a field pass that its schema does not describe.
 * @type {import('../rule.js').Rule} */
export default function* responseExamplesWithoutSecrets(contract) {
  const names = new Set();
  for (const { node, path } of elements(contract, 'schema')) {
    if (resolve(contract, node)?.node.writeOnly === true) names.add(propertyName(path));
  }
  const responses = elements(contract, 'mediaType').filter(({ path }) => path.includes('responses'));
  const events = elements(contract, 'mediaType').filter(({ path }) => path[0] === 'webhooks');
  /** @type {Set<Node>} */
  const done = new Set();
  for (const { node } of [...responses, ...events]) {
    for (const reference of Object.values(isNode(node.examples) ? node.examples : {})) {
      const example = resolve(contract, reference);
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
