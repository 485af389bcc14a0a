// @ts-check
import { child, isFilledString, isNode, list } from '../../contract/elements.js';

/** What a wrong entry changes for a shop. */
const DECIDES = ['money', 'state', 'events', 'shape'];

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
    const variants = Object.entries(child({ entry }, 'entry').variants ?? {});
    const { decides, summary } = child({ entry }, 'entry');
    if (decides !== undefined && !DECIDES.includes(String(decides))) {
      yield { path: [...path, 'decides'], message: `Write what the entry decides: ${DECIDES.join(', ')}.` };
    }
    if (variants.length > 0 && (decides === undefined || !isFilledString(summary))) {
      yield {
        path,
        message: `Give an entry with variants \`decides\` and \`summary\`, the sentence that its variants replace.`,
      };
    }
    for (const [name, variant] of variants) {
      if (isNode(variant) && isFilledString(variant.statement) && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) continue;
      yield {
        path: [...path, 'variants', name],
        message: `Give the variant a name in kebab case and a \`statement\`.`,
      };
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
