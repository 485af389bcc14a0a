import { elements } from '../../../core/src/contract/elements.ts';
import { isObject, type JsonObject, listAt } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

export default function* transitionsInVocabulary(contract: JsonObject): Iterable<LintProblem> {
  const register = contract['x-evidence-register'];
  for (const { node, path } of elements(contract, 'schema')) {
    const states = listAt(node, 'x-transitions').length > 0 ? listAt(node, 'x-extensible-enum') : [];
    const from = new Set();
    for (const [index, row] of listAt(node, 'x-transitions').entries()) {
      const at = [...path, 'x-transitions', index];
      if (!isObject(row)) continue;
      for (const state of [row.from, ...listAt(row, 'to')].filter((state) => !states.includes(state))) {
        yield {
          path: at,
          message: `Add the state \`${state}\` to \`x-extensible-enum\` of this schema, or correct it.`,
        };
      }
      for (const variant of listAt(row, 'variants')) {
        const [entry = '', name = ''] = String(variant).split('=');
        const found = isObject(register) && isObject(register[entry]) ? register[entry].variants : undefined;
        if (!isObject(found) || found[name] === undefined)
          yield {
            path: [...at, 'variants'],
            message: `The register has no variant \`${variant}\`: add it, or correct it.`,
          };
      }
      if (from.has(row.from)) yield { path: at, message: `Put all transitions from \`${row.from}\` into one row.` };
      from.add(row.from);
    }
  }
}
