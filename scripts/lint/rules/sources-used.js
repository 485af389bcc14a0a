// @ts-check
import { child, isFilledString, list } from '../../contract/elements.js';

/** @type {import('../rule.js').Rule} */
export default function* sourcesUsed(contract) {
  const used = new Set(Object.values(child(contract, 'x-evidence-register')).flatMap((entry) => list(entry, 'source')));
  for (const key of Object.keys(child(contract, 'x-evidence-sources'))) {
    const path = ['x-evidence-sources', key];
    const source = child(contract['x-evidence-sources'], key);
    if (!used.has(key)) {
      yield { path, message: `No register entry uses the source \`${key}\`: add it to an entry, or remove it.` };
    }
    for (const field of ['title', 'where'].filter((name) => !isFilledString(source[name]))) {
      yield { path, message: `Give the source a \`${field}\`, so that a reader can find it.` };
    }
  }
}
