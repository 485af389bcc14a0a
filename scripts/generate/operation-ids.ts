import { contractOf } from '../../src/contract/contract.ts';
import type { JsonObject } from '../../src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';
import { operationTable } from './operations.ts';
import { print } from './print.ts';
import { header } from './stamp.ts';

export function generateOperationIds(contract: ContractFile): string {
  const ids: Record<string, Record<string, string>> = {};
  const safePosts: string[] = [];
  const actPosts = contractOf(contract.root).operations.filter(
    ({ method, resource }) => method === 'POST' && resource.action === 'act',
  );
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

/** POSTs that change an object of their path, so that a success without a body is complete. */
export const actPosts = ${print(
    actPosts.map(({ operationId }) => operationId),
    0,
    26,
  )} as const;

/** The fields that hold ids. */
export const idFields = ${print(idFieldsOf(contract.root), 0, 26)} as const;
`;
}

/** Returns the names of all properties of a contract that are `id` or end with `_id`. */
function idFieldsOf(contract: JsonObject): string[] {
  const names = JSON.stringify(contract).matchAll(/"((?:\w+_)?id)":\{/g);
  return [...new Set([...names].flatMap(([, name]) => name ?? []))].sort();
}
