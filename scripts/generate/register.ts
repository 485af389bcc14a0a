import { objectAt } from '../../core/src/util/json.js';
import { parametersOf } from '../contract/parameters.ts';
import type { ContractFile } from '../contract/read.ts';
import { header, printed } from './stamp.ts';

export const PARAMETERS = 'core/generated/parameters.ts';

/** Returns the numbers that claims of the register state, for the code that behaves by them. */
export function generateParameters(contract: ContractFile): string {
  return `${header(contract, 'The numbers in the claims of the evidence register, by entry.')}export const parameters = ${printed(parametersOf(contract.root))} as const;
`;
}

export function generateRegisterKeys(contract: ContractFile): string {
  const keys = Object.keys(contract.root['x-evidence-register'] as object);
  return `${header(contract, 'The keys of the evidence register.')}/** What the contract claims beyond the source document, one key per entry. */
export const registerKeys = ${printed(keys)} as const;

/** The key of an entry of the evidence register. */
export type RegisterKey = (typeof registerKeys)[number];
`;
}

/** Returns the names of all variants, by entry of the register, and their types. */
export function generateVariants(contract: ContractFile): string {
  const register = objectAt(contract.root, 'x-evidence-register');
  const names = Object.keys(register).map((key) => [key, Object.keys(objectAt(objectAt(register, key), 'variants'))]);
  const table = Object.fromEntries(names.filter(([, variants]) => variants?.length));
  return `${header(contract, 'The variants of the entries of the evidence register.')}/** Other behaviors that the real gateway may have, by entry. */
export const variants = ${printed(table)} as const;

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
