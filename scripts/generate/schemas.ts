import { child } from '../contract/elements.js';
import type { Contract } from '../contract/read.ts';
import { header } from './header.ts';

/** A type called `Error` would hide the global one wherever it is imported. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorResponse' };

/** A type for each schema of the contract, under the schema's own name. */
export function generateSchemas(contract: Contract): string {
  const names = Object.keys(child(child(contract.root, 'components'), 'schemas'));
  const types = names
    .map((name) => [RENAMED[name] ?? name, name] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, name]) => `export type ${type} = components['schemas']['${name}'];`);
  return `${header(contract, 'Every schema of the contract as a type of its name (`Error` as `ErrorResponse`).')}import type { components } from './types.js';

${types.join('\n')}
`;
}
