import { contractOf } from '../../../core/src/contract/contract.ts';
import { type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

/** Returns the key in an evidence text. */
const keyOf = (evidence: unknown) => String(evidence).split(' ')[1] ?? '';

export default function* registerComplete(contract: JsonObject): Iterable<LintProblem> {
  const sources = objectAt(contract, 'x-evidence-sources');
  const { operations, webhooks } = contractOf(contract);
  const named = new Set(
    [...operations, ...webhooks].flatMap(({ definition }) => [definition['x-evidence']].flat().map(keyOf)),
  );
  const register = objectAt(contract, 'x-evidence-register');
  for (const key of Object.keys(register)) {
    const path = ['x-evidence-register', key];
    const entry = objectAt(register, key);
    if (entry.decides === undefined && (named.has(key) || entry.sandbox === true))
      yield {
        path,
        message: `Give an entry that an operation or a rule names \`decides\`, which says what it changes for a shop.`,
      };
    for (const [index, source] of listAt(entry, 'source').entries()) {
      if (!(String(source) in sources)) {
        const message = `Add \`${source}\` to \`x-evidence-sources\`, or use an existing source.`;
        yield { path: [...path, 'source', index], message };
      }
    }
    for (const name of Object.keys(objectAt(entry, 'variants'))) {
      const { observable, refutes = 'nothing', why } = objectAt(objectAt(entry, 'variants'), name);
      const at = [...path, 'variants', name];
      if (observable === false && (why ?? objectAt(entry, 'settle').why) === undefined)
        yield { path: at, message: `Write \`observable: false\` with a \`why\`, unless a person settles the entry.` };
      if (refutes !== 'nothing' && !/^documented \d/.test(String(refutes)) && !(keyOf(refutes) in register))
        yield { path: at, message: `Name in \`refutes\` evidence such as \`assumed ${key}\`, or \`nothing\`.` };
    }
  }
}
