import { child } from '../contract/elements.js';
import type { Contract } from '../contract/read.ts';
import { header } from './header.ts';

/** A type for each schema of the contract, under the schema's own name. */
export function generateSchemas(contract: Contract): string {
  const names = Object.keys(child(child(contract.root, 'components'), 'schemas'));
  const types = names.sort().map((name) => `export type ${name} = components['schemas']['${name}'];`);
  return `${header(contract, 'Every schema of the contract as a type of its name.')}import type { components } from './types.js';

${types.join('\n')}
`;
}
