// @ts-check
import { child, operations, resolve } from '../../contract/elements.js';

/** @typedef {import('../../contract/elements.js').Node} Node */

/** The names of the examples of a body or a response, over all its media types.
 * @param {Node} contract @param {unknown} holder */
function exampleNames(contract, holder) {
  const content = child(resolve(contract, holder)?.node, 'content');
  return Object.keys(content).flatMap((type) => Object.keys(child(content[type], 'examples')));
}

/** @param {readonly string[]} names */
function quoted(names) {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** @type {import('../rule.js').Rule} */
export default function* examplesPaired(contract) {
  for (const { node, path, webhook } of operations(contract)) {
    const asked = exampleNames(contract, node.requestBody);
    if (webhook) {
      if (asked.length === 0) yield { path, message: `Give the event a named example: add \`examples\` to its body.` };
      continue;
    }
    const responses = child(node, 'responses');
    const statuses = Object.keys(responses).filter((status) => status.startsWith('2'));
    const returned = statuses.flatMap((status) => exampleNames(contract, responses[status]));
    for (const status of statuses) {
      if (exampleNames(contract, responses[status]).length === 0) {
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
      yield { path, message: `Add response examples of the same names as the request examples ${quoted(unreturned)}.` };
    }
    if (asked.length > 0 && unasked.length > 0) {
      yield { path, message: `Add request examples of the same names as the response examples ${quoted(unasked)}.` };
    }
  }
}
