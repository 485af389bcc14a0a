import type { ContractFile } from '../contract/read.ts';
import { printLiteral } from './print.ts';
import { header } from './stamp.ts';

export function generateRegisterKeys(contract: ContractFile): string {
  const keys = Object.keys(contract.root['x-evidence-register'] as object);
  return `${header(contract, 'The keys of the evidence register.')}/** What the contract claims beyond the source document, one key per entry. */
export const registerKeys = ${printLiteral(keys, 0, 26)} as const;

/** The key of an entry of the evidence register. */
export type RegisterKey = (typeof registerKeys)[number];
`;
}
