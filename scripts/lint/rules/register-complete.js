// @ts-check
import { child, isFilledString, isNode, list, operations } from '../../contract/elements.js';

/** What a wrong entry changes for a shop. */
const DECIDES = ['money', 'state', 'events', 'shape'];

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Returns the key in an evidence text. @param {unknown} evidence */
const keyOf = (evidence) => String(evidence).split(' ')[1] ?? '';

/** @type {import('../rule.js').Rule} */
export default function* registerComplete(contract) {
  const sources = child(contract, 'x-evidence-sources');
  const named = new Set(operations(contract).flatMap(({ node }) => [node['x-evidence']].flat().map(keyOf)));
  const register = child(contract, 'x-evidence-register');
  for (const [key, entry] of Object.entries(register)) {
    const path = ['x-evidence-register', key];
    if (!KEBAB_CASE.test(key)) {
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
    if (decides === undefined && (named.has(key) || child({ entry }, 'entry').sandbox === true)) {
      yield { path, message: `Give an entry that an operation or a rule names \`decides\`: ${DECIDES.join(', ')}.` };
    }
    if (variants.length > 0 && (decides === undefined || !isFilledString(summary))) {
      yield {
        path,
        message: `Give an entry with variants \`decides\` and \`summary\`, the sentence that its variants replace.`,
      };
    }
    for (const [name, variant] of variants)
      yield* variantProblems([...path, 'variants', name], variant, entry, register);
    const sourced = list(entry, 'source');
    if (sourced.length === 0) {
      yield { path, message: `Give the register entry a \`source\`: a list of keys of \`x-evidence-sources\`.` };
    }
    for (const [index, source] of sourced.entries()) {
      if (!(String(source) in sources)) {
        yield {
          path: [...path, 'source', index],
          message: `Add \`${source}\` to \`x-evidence-sources\`, or use an existing source.`,
        };
      }
    }
  }
}

/**
 * Checks a variant: another way in which the gateway may behave.
 * @param {readonly string[]} path
 * @param {unknown} variant
 * @param {unknown} entry
 * @param {object} register
 * @returns {Iterable<import('../rule.js').Problem>}
 */
function* variantProblems(path, variant, entry, register) {
  const [, key = '', , name = ''] = path;
  if (!isNode(variant) || !isFilledString(variant.statement) || !KEBAB_CASE.test(name)) {
    yield { path, message: `Give the variant a name in kebab case and a \`statement\`.` };
    return;
  }
  const { observable, why = child(child({ entry }, 'entry'), 'settle').why, refutes = 'nothing' } = variant;
  if (observable !== undefined && (observable !== false || !isFilledString(why) || refutes !== 'nothing')) {
    yield {
      path,
      message: `Write \`observable: false\` with a \`why\`, unless a person settles the entry, and without \`refutes\`.`,
    };
  }
  if (refutes !== 'nothing' && !/^documented \d/.test(String(refutes)) && !(keyOf(refutes) in register)) {
    yield { path, message: `Name in \`refutes\` evidence such as \`assumed ${key}\`, or \`nothing\`.` };
  }
}
