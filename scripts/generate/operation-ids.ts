import { contractOf } from '../../core/src/contract/contract.ts';
import { evidenceList } from '../../core/src/contract/evidence.ts';
import { successOf } from '../../core/src/contract/operation.ts';
import type { ContractFile } from '../contract/read.ts';
import { print } from './print.ts';
import { header } from './stamp.ts';

export function generateOperationIds(contract: ContractFile): string {
  const { operations, shapeOf } = contractOf(contract.root);
  const ids: Record<string, Record<string, string>> = {};
  for (const { operationId, method, path } of operations) ids[path] = { ...ids[path], [method]: operationId };
  const levels: Record<string, string[]> = {};
  for (const { method, path, definition } of operations) {
    const [{ level } = { level: 'assumed' }] = evidenceList(definition['x-evidence']);
    levels[path] = [...(levels[path] ?? []), `${method.toLowerCase()}: '${level}'`];
  }
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
    'What the client needs of the operations at run time: ids, and which POSTs create or change nothing.',
  )}/** By path and method. */
export const operationIds = ${print(ids)} as const;

/** How well it is known that each operation exists with this method and path. */
export interface OperationEvidence {
${Object.entries(levels)
  .map(([path, methods]) => `  '${path}': { ${methods.join('; ')} };`)
  .join('\n')}
}

/** POSTs that change nothing, so that sending one again does no harm. */
export const safePosts = ${print(idsOf(posts.filter(({ isSafe }) => isSafe)), 0, 27)} as const;

/** POSTs that create, each with the field of its response that shows the new object. The other POSTs change an object of their path. */
export const createdFields = ${print(Object.fromEntries(created), 0, 31)} as const;
`;
}
