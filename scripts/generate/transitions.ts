import { elements } from '../../core/src/contract/elements.ts';
import { isObject, type JsonObject, listAt } from '../../core/src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';
import { isFilledString } from '../contract/text.ts';
import { printLiteral } from './print.ts';
import { header } from './stamp.ts';

/** Returns, by vocabulary of states, the states that can follow each one without a variant. No state follows a final one. */
function transitionTable(contract: JsonObject): Record<string, Record<string, unknown[]>> {
  const found = elements(contract, 'schema').filter(({ node }) => listAt(node, 'x-transitions').length > 0);
  return Object.fromEntries(
    found.map(({ node, path }) => {
      const rows = listAt(node, 'x-transitions')
        .filter(isObject)
        .filter(({ variants }) => variants === undefined);
      const states = listAt(node, 'x-extensible-enum').filter(isFilledString);
      return [
        String(path.at(-1)),
        Object.fromEntries(
          states.map((state) => [state, rows.filter(({ from }) => from === state).flatMap(({ to }) => to)]),
        ),
      ];
    }),
  );
}

export function generateTransitions(contract: ContractFile): string {
  const table = transitionTable(contract.root);
  return `${header(
    contract,
    `Which state can follow which, without a variant. What the evidence is stands at x-transitions in the contract. No state follows a final one.`,
  )}import type { vocabularies } from './vocabularies.js';

type States<Name extends keyof typeof vocabularies> = (typeof vocabularies)[Name][number];

export const transitions = ${printLiteral(table, 0, 200)} as const satisfies {
${Object.keys(table)
  .map((name) => `  ${name}: Record<States<'${name}'>, readonly States<'${name}'>[]>;`)
  .join('\n')}
};
`;
}
