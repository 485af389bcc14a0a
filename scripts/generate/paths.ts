import { contractOf } from '../../core/src/contract/contract.ts';
import { evidenceList } from '../../core/src/contract/evidence.ts';
import { successOf } from '../../core/src/contract/operation.ts';
import type { ContractFile } from '../contract/read.ts';
import { printLiteral } from './print.ts';
import { header } from './stamp.ts';

export function generatePaths(contract: ContractFile): string {
  const { operations, shapeOf } = contractOf(contract.root);
  const effects: Record<string, string> = {};
  const levels: Record<string, string[]> = {};
  for (const operation of operations) {
    const { operationId, method, path, isSafe, resource, definition } = operation;
    const [{ level } = { level: 'assumed' }] = evidenceList(definition['x-evidence']);
    levels[path] = [...(levels[path] ?? []), `${method.toLowerCase()}: '${level}'`];
    effects[path] ??= '';
    if (method !== 'POST') continue;
    if (isSafe) effects[path] = 'safe';
    if (resource.action !== 'create') continue;
    const { fields } = shapeOf(successOf(operation).response?.schema ?? {});
    const field = fields.has('id') ? 'id' : [...fields.keys()][0];
    if (!field) throw new Error(`Give the response of ${operationId} a field: the client needs the object.`);
    effects[path] = field;
  }
  return `${header(contract, 'What the client needs of the operations at run time.')}/**
 * Each path, with what its POST does: \`safe\` changes nothing, so that sending it again does no harm. The name of a field: it creates an object, and
 * a success has this field. Any other POST changes an object of its path.
 */
export const postEffects = ${printLiteral(effects)} as const;

/** How well it is known that each operation exists with this method and path. */
export interface OperationEvidence {
${Object.entries(levels)
  .map(([path, methods]) => `  '${path}': { ${methods.join('; ')} };`)
  .join('\n')}
}
`;
}
