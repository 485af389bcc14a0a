import { objectAt } from '../../core/src/util/json.js';
import type { ContractFile } from '../contract/read.ts';
import { printLiteral } from './print.ts';
import { header } from './stamp.ts';

/** Returns the names of all variants, by entry of the register, and their types. */
export function generateVariants(contract: ContractFile): string {
  const register = objectAt(contract.root, 'x-evidence-register');
  const names = Object.keys(register).map((key) => [key, Object.keys(objectAt(objectAt(register, key), 'variants'))]);
  const table = Object.fromEntries(names.filter(([, variants]) => variants?.length));
  return `${header(contract, 'The variants of the entries of the evidence register.')}/** Other behaviors that the real gateway may have, by entry. */
export const variants = ${printLiteral(table, 0, 22)} as const;

/** An entry that has variants. */
export type VariantEntry = keyof typeof variants;
/** The names of the variants of an entry. */
export type VariantOf<Entry extends VariantEntry> = (typeof variants)[Entry][number];
/** A variant with its entry, as \`refund-rules=keeps-paid-amount\`. */
export type Variant = { [Entry in VariantEntry]: \`\${Entry}=\${VariantOf<Entry>}\` }[VariantEntry];
/** The variant of each switched entry. \`undefined\` is the assumed behavior. */
export type Assumed = { readonly [Entry in VariantEntry]?: VariantOf<Entry> | undefined };
`;
}
