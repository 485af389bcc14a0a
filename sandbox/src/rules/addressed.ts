/** Finds the objects in the path of an operation, as `x-resource` in the contract declares them. */
import { operations, type Resource, resources } from 'payment-gateway-core/values';
import { groupOf, isKept, type KeptType, SCHEMA_KINDS } from './kinds.js';
import { notFound } from './refusals.js';
import { existing } from './resource.js';
import type { Kind, OperationId, RuleRequest, Stored, Work } from './work.js';

interface Addressed {
  readonly kind: Kind;
  /** Returns the object with the last id in the path. It must belong to the owner in the path, if the path has one. Fails with 404. */
  object(work: Work, request: RuleRequest): Stored;
  /** Returns the list of the owner with the first id, or undefined without an owner. Fails with 404 for an unknown owner. */
  group(work: Work, request: RuleRequest): string | undefined;
}

export function addressedBy(operationId: OperationId): Addressed {
  const { type, parent }: Resource = resources[operationId];
  if (!isKept(type)) throw new Error(`${operationId} has no stored object`);
  const kind = SCHEMA_KINDS[type];
  const names = [...operations[operationId].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const [first = '', last = first] = names;
  // Every parent in the contract is a stored object with a list.
  const owner = parent as KeptType | undefined;

  const group: Addressed['group'] = (work, { params }) =>
    owner === undefined ? undefined : groupOf(owner, existing(work, SCHEMA_KINDS[owner], params[first]).id);
  return {
    kind,
    group,
    object(work, request) {
      const list = group(work, request);
      const object = existing(work, kind, request.params[last]);
      if (list !== undefined && !object.groups.includes(list)) throw notFound(kind, object.id);
      return object;
    },
  };
}
