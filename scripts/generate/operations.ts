import { contractOf } from '../../core/src/contract/contract.ts';
import { evidenceList } from '../../core/src/contract/evidence.ts';
import { successOf } from '../../core/src/contract/operation.ts';
import type { JsonObject } from '../../core/src/util/json.ts';
import { resourceValues } from '../contract/extensions.ts';
import type { ContractFile } from '../contract/read.ts';
import { header, printed } from './stamp.ts';

/** Returns the method and the path of each operation, by its id, in the order of the contract. */
export function generateOperations(contract: ContractFile): string {
  const table = contractOf(contract.root).operations.map(({ operationId, method, path }) => [
    operationId,
    { method, path },
  ]);
  return `${header(contract, 'The operations of the contract.')}import type { paths } from 'payment-gateway-contract/types';

export interface OperationInfo {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: keyof paths;
}

/** Every operation by its id. */
export const operations = ${printed(Object.fromEntries(table))} as const satisfies Record<string, OperationInfo>;

export type OperationId = keyof typeof operations;
`;
}

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
export const postEffects = ${printed(effects)} as const;

/** How well it is known that each operation exists with this method and path. */
export interface OperationEvidence {
${Object.entries(levels)
  .map(([path, methods]) => `  '${path}': { ${methods.join('; ')} };`)
  .join('\n')}
}
`;
}

/** Returns the action and the resource of each operation, by operation id, in the order of the contract. */
function resourceTable(contract: JsonObject): Record<string, JsonObject> {
  return Object.fromEntries(
    contractOf(contract).operations.map(({ operationId, isSafe, resource: { evidence: _, ...resource } }) => [
      operationId,
      isSafe ? { ...resource, reach: 'read' } : resource,
    ]),
  );
}

const union = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(' | ');

export function generateResources(contract: ContractFile): string {
  return `${header(
    contract,
    `What each operation does to which resource, in which states it takes it, and what its requests can do. What that rests on stands at x-resource in the contract.`,
  )}import type { components } from 'payment-gateway-contract/types';
import type { OperationId } from './operations.js';

export type ResourceType = keyof components['schemas'];

/**
 * \`find\` looks up by a field other than the id, \`act\` is any other request about one object, \`compute\` stores nothing.
 */
export type ResourceAction = ${union(resourceValues('action'))};

/** The effects that a request can have, least first: none, a new object, a code that a buyer may pay, a payment, and a setting or a message. */
export type Reach = ${union(['read', ...resourceValues('reach')])};

/** Another reach for some requests: for those that match each of its members. */
export interface ReachWhen {
  readonly reach: Reach;
  /** A field of the body that has one of these values. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** The body has at least one of these fields. */
  readonly with?: readonly string[];
  /** The body has none of these fields. */
  readonly without?: readonly string[];
}

export interface Resource {
  /** The schema of the resource that the operation creates, lists or changes. */
  readonly type: ResourceType;
  readonly action: ResourceAction;
  /** The schema of the parent resource, named by the first id of the path or by the field \`by\`. */
  readonly parent?: ResourceType;
  /** The field of the request that identifies the resource instead of an id. */
  readonly by?: string;
  /** The states that allow the operation; any state if missing. */
  readonly states?: readonly string[];
  /** The states that the operation can lead to. */
  readonly into?: readonly string[];
  /** What a request can do. */
  readonly reach: Reach;
  readonly reach_when?: readonly ReachWhen[];
  /** What a request with the reach \`money\` charges to the card. */
  readonly charges?: ${union(resourceValues('charges'))};
}

export const resources = ${printed(resourceTable(contract.root))} as const satisfies Record<OperationId, Resource>;
`;
}
