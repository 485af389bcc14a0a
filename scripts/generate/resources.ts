import { contractOf } from '../../core/src/contract/contract.ts';
import type { JsonObject } from '../../core/src/util/json.ts';
import { resourceValues } from '../contract/extensions.ts';
import type { ContractFile } from '../contract/read.ts';
import { printLiteral } from './print.ts';
import { header } from './stamp.ts';

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

export const resources = ${printLiteral(resourceTable(contract.root), 0, 120)} as const satisfies Record<OperationId, Resource>;
`;
}
