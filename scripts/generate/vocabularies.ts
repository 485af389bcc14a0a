import { elementOf, elements, type Path, propertyName } from '../../core/src/contract/elements.ts';
import { asObject, type JsonObject, listAt } from '../../core/src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';
import { isFilledString } from '../contract/text.ts';
import { header, printed } from './stamp.ts';

/** Returns the name of the component schema or of the field below it: `TransactionStatus`, `PaymentLink.type`. */
function nameOf(path: Path): string {
  const place = path.join('/');
  const [, name, below] = /^components\/schemas\/([^/]+)((?:\/properties\/[^/]+|\/items)*)$/.exec(place) ?? [];
  if (name === undefined)
    throw new Error(`Make the vocabulary at ${place} a component schema: its place gives it no name.`);
  return name + below?.replace(/\/properties\/([^/]+)|\/items/g, (_, field) => (field ? `.${field}` : ''));
}

export function generateVocabularies(contract: ContractFile): string {
  const table = elements(contract.root, 'schema').flatMap(({ node, path }) => {
    const values = listAt(node, 'x-extensible-enum');
    return values.length > 0 ? [[nameOf(path), values]] : [];
  });
  return `${header(
    contract,
    `The values that the contract knows of each open vocabulary, by component schema or by field (\`Schema.field\`). The gateway
may return others: treat them as unknown, not wrong.`,
  )}export const vocabularies = ${printed(Object.fromEntries(table))} as const;
`;
}

/** Returns, by vocabulary of states, the states that can follow each one without a variant. No state follows a final one. */
function transitionTable(contract: JsonObject): Record<string, Record<string, unknown[]>> {
  const found = elements(contract, 'schema').filter(({ node }) => listAt(node, 'x-transitions').length > 0);
  return Object.fromEntries(
    found.map(({ node, path }) => {
      const rows = listAt(node, 'x-transitions').map(asObject);
      const certain = rows.filter(({ variants }) => variants === undefined);
      const states = listAt(node, 'x-extensible-enum').filter(isFilledString);
      const after = (state: string) => certain.filter(({ from }) => from === state).flatMap(({ to }) => to);
      return [String(path.at(-1)), Object.fromEntries(states.map((state) => [state, after(state)]))];
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

export const transitions = ${printed(table)} as const satisfies {
${Object.keys(table)
  .map((name) => `  ${name}: Record<States<'${name}'>, readonly States<'${name}'>[]>;`)
  .join('\n')}
};
`;
}

/** Returns the sorted names of the fields that carry a mark, either directly or through the schema that they refer to. */
function markedFields(contract: JsonObject, mark: 'x-sensitive' | 'x-personal'): string[] {
  const names = elements(contract, 'schema').flatMap(({ node, path }) =>
    elementOf(contract, node)?.node[mark] === true ? (propertyName(path) ?? []) : [],
  );
  return [...new Set(names)].sort();
}

export function generateFields(contract: ContractFile): string {
  return `${header(
    contract,
    `What must not be logged, by the name of the field. A name that is personal in one record counts as personal in all.`,
  )}import type { components } from './types.js';

type FieldsOf<Schema> = Schema extends unknown ? keyof Schema : never;
type Field = FieldsOf<components['schemas'][keyof components['schemas']]>;

/** Secrets of the payment, which no response contains (x-sensitive). */
export const sensitiveFields = ${printed(markedFields(contract.root, 'x-sensitive'))} as const satisfies readonly Field[];

/** Personal data (x-personal). */
export const personalFields = ${printed(markedFields(contract.root, 'x-personal'))} as const satisfies readonly Field[];
`;
}
