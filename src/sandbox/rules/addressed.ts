/** What the path of an operation names, as `x-resource` in the contract declares it. */
import { operations } from '../../../generated/operations.js';
import { type Resource, resources } from '../../../generated/resources.js';
import { groupOf, isKept, type KeptType, KINDS } from './kinds.js';
import { notFound } from './refusals.js';
import { existing } from './resource.js';
import type { Kind, OperationId, RuleRequest, Stored, Work } from './work.js';

export interface Addressed {
  readonly kind: Kind;
  /** The object that the last id names, below the one to which it belongs if there is such a one. Fails with 404. */
  object(work: Work, request: RuleRequest): Stored;
  /** The list of what belongs to the object that the first id names; undefined where there is no such object. Fails with 404 for an unknown one. */
  group(work: Work, request: RuleRequest): string | undefined;
}

export function addressedBy(operationId: OperationId): Addressed {
  const { type, parent }: Resource = resources[operationId];
  if (!isKept(type)) throw new Error(`${operationId} works on nothing that is kept`);
  const kind = KINDS[type];
  const names = [...operations[operationId].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const [first = '', last = first] = [names[0], names.at(-1)];
  // The contract is the package's own: a parent is a kept object with a list of its own.
  const owner = parent as KeptType | undefined;

  const group: Addressed['group'] = (work, { params }) =>
    owner === undefined ? undefined : groupOf(owner, existing(work, KINDS[owner], params[first]).id);
  return {
    kind,
    group,
    object(work, request) {
      if (owner === undefined) return existing(work, kind, request.params[last]);
      const list = group(work, request);
      const object = existing(work, kind, request.params[last]);
      if (list === undefined || !object.groups.includes(list)) throw notFound(kind, request.params[last]);
      return object;
    },
  };
}
