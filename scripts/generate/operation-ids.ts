import type { Contract } from '../contract/read.ts';
import { header } from './header.ts';
import { operationTable } from './operations.ts';
import { print } from './print.ts';

export function generateOperationIds(contract: Contract): string {
  const ids: Record<string, Record<string, string>> = {};
  const safePosts: string[] = [];
  for (const [id, { method, path, safe }] of Object.entries(operationTable(contract.root))) {
    ids[path] = { ...ids[path], [method]: id };
    if (safe && method === 'POST') safePosts.push(id);
  }
  return `${header(
    contract,
    'The ids of the operations: all that the client needs of them at run time. More is told in operations.ts.',
  )}/** By path and method. */
export const operationIds = ${print(ids)} as const;

/** POSTs that change nothing, so that sending one again does no harm. */
export const safePosts = ${print(safePosts, 0, 27)} as const;
`;
}
