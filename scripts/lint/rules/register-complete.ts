import { contractOf } from '../../../core/src/contract/contract.ts';
import { isObject, type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import { isFilledString } from '../../contract/text.ts';
import type { Problem } from '../rule.ts';

/** What a wrong entry changes for a shop. */
const DECIDES = ['money', 'state', 'events', 'shape'];

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Returns the key in an evidence text. */
const keyOf = (evidence: unknown) => String(evidence).split(' ')[1] ?? '';

export default function* registerComplete(contract: JsonObject): Iterable<Problem> {
  const sources = objectAt(contract, 'x-evidence-sources');
  const { operations, webhooks } = contractOf(contract);
  const named = new Set(
    [...operations, ...webhooks].flatMap(({ definition }) => [definition['x-evidence']].flat().map(keyOf)),
  );
  const register = objectAt(contract, 'x-evidence-register');
  for (const [key, entry] of Object.entries(register)) {
    const path = ['x-evidence-register', key];
    if (!KEBAB_CASE.test(key)) {
      yield { path, message: `Use kebab-case for the register key.` };
    }
    if (!isObject(entry) || !['observed', 'assumed'].includes(String(entry.level))) {
      yield { path, message: `Give the register entry a \`level\`: observed or assumed.` };
    }
    for (const field of ['statement', 'settled_by']) {
      if (!isFilledString(objectAt({ entry }, 'entry')[field])) {
        yield { path, message: `Give the register entry a \`${field}\`, in a sentence or two.` };
      }
    }
    const variants = Object.entries(objectAt({ entry }, 'entry').variants ?? {});
    const { decides, summary } = objectAt({ entry }, 'entry');
    if (decides !== undefined && !DECIDES.includes(String(decides))) {
      yield { path: [...path, 'decides'], message: `Write what the entry decides: ${DECIDES.join(', ')}.` };
    }
    if (decides === undefined && (named.has(key) || objectAt({ entry }, 'entry').sandbox === true)) {
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
    const sourced = listAt(entry, 'source');
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

/** Checks a variant: another behavior that the gateway may have. */
function* variantProblems(
  path: readonly string[],
  variant: unknown,
  entry: unknown,
  register: object,
): Iterable<Problem> {
  const [, key = '', , name = ''] = path;
  if (!isObject(variant) || !isFilledString(variant.statement) || !KEBAB_CASE.test(name)) {
    yield { path, message: `Give the variant a name in kebab case and a \`statement\`.` };
    return;
  }
  const { observable, why = objectAt(objectAt({ entry }, 'entry'), 'settle').why, refutes = 'nothing' } = variant;
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
