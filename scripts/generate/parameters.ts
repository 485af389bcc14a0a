import { parametersOf } from '../contract/parameters.ts';
import type { ContractFile } from '../contract/read.ts';
import { printLiteral } from './print.ts';
import { header } from './stamp.ts';

export const PARAMETERS = 'core/generated/parameters.ts';

/** Returns the numbers that claims of the register state, for the code that behaves by them. */
export function generateParameters(contract: ContractFile): string {
  return `${header(contract, 'The numbers in the claims of the evidence register, by entry.')}export const parameters = ${printLiteral(parametersOf(contract.root), 0, 26)} as const;
`;
}
