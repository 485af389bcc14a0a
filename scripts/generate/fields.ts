import { elementOf, elements, propertyName } from '../../core/src/contract/elements.ts';
import type { JsonObject } from '../../core/src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';
import { printLiteral } from './print.ts';
import { header } from './stamp.ts';

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
export const sensitiveFields = ${printLiteral(markedFields(contract.root, 'x-sensitive'), 0, 44)} as const satisfies readonly Field[];

/** Personal data (x-personal). */
export const personalFields = ${printLiteral(markedFields(contract.root, 'x-personal'), 0, 44)} as const satisfies readonly Field[];
`;
}
