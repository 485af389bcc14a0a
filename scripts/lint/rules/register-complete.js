// @ts-check
import { child, isFilledString, isNode, list } from '../../contract/elements.js';

/** @type {import('../rule.js').Rule} */
export default function* registerComplete(contract) {
  const sources = child(contract, 'x-evidence-sources');
  for (const [key, entry] of Object.entries(child(contract, 'x-evidence-register'))) {
    const path = ['x-evidence-register', key];
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(key)) {
      yield { path, message: `Use kebab-case for the register key.` };
    }
    if (!isNode(entry) || !['observed', 'assumed'].includes(String(entry.level))) {
      yield { path, message: `Give the register entry a \`level\`: observed or assumed.` };
    }
    for (const field of ['statement', 'settled_by']) {
      if (!isFilledString(child({ entry }, 'entry')[field])) {
        yield { path, message: `Give the register entry a \`${field}\`, in a sentence or two.` };
      }
    }
    const named = list(entry, 'source');
    if (named.length === 0) {
      yield { path, message: `Give the register entry a \`source\`: a list of keys of \`x-evidence-sources\`.` };
    }
    for (const [index, source] of named.entries()) {
      if (!(String(source) in sources)) {
        yield {
          path: [...path, 'source', index],
          message: `Add \`${source}\` to \`x-evidence-sources\`, or use an existing source.`,
        };
      }
    }
  }
}
