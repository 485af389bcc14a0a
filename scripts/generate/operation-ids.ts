import { contractOf } from '../../src/contract/contract.ts';
import { successOf } from '../../src/contract/operation.ts';
import type { ContractFile } from '../contract/read.ts';
import { print } from './print.ts';
import { header } from './stamp.ts';

export function generateOperationIds(contract: ContractFile): string {
  const { operations, shapeOf } = contractOf(contract.root);
  const ids: Record<string, Record<string, string>> = {};
  for (const { operationId, method, path } of operations) ids[path] = { ...ids[path], [method]: operationId };
  const posts = operations.filter(({ method }) => method === 'POST');
  const idsOf = (some: typeof posts) => some.map(({ operationId }) => operationId);
  const created = posts
    .filter(({ resource }) => resource.action === 'create')
    .map((operation) => {
      const { schema = {} } = successOf(operation).response ?? {};
      const [first] = shapeOf(schema).fields.keys();
      const field = shapeOf(schema).fields.has('id') ? 'id' : first;
      if (!field)
        throw new Error(`Give the response of ${operation.operationId} a field: the client needs the object.`);
      return [operation.operationId, field] as const;
    });
  return `${header(
    contract,
    'The ids of the operations: all that the client needs of them at run time. More is told in operations.ts.',
  )}/** By path and method. */
export const operationIds = ${print(ids)} as const;

/** POSTs that change nothing, so that sending one again does no harm. */
export const safePosts = ${print(idsOf(posts.filter(({ isSafe }) => isSafe)), 0, 27)} as const;

/** POSTs that create, each with the field of its response that shows the new object. The other POSTs change an object of their path. */
export const createdFields = ${print(Object.fromEntries(created), 0, 31)} as const;
`;
}
