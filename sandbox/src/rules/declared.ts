/** Derives the rules for retrieving, listing and deleting from `x-resource` in the contract. */
import type { JsonObject } from 'payment-gateway-core/util';
import { type Resource, resources } from 'payment-gateway-core/values';
import { shownCard } from './cards.js';
import { isKept, type KeptType } from './kinds.js';
import { removeBankAccounts } from './receivers.js';
import { addressedBy, listOf, ok } from './resource.js';
import { requireUnused } from './subscription-state.js';
import type { OperationHandler, OperationId, Stored, Work } from './work.js';

type Declared = typeof resources;
type Plain = 'retrieve' | 'list' | 'delete';

/** The operations with a derived rule: those on stored objects whose path contains their ids. */
export type DeclaredId = {
  [Id in OperationId]: Declared[Id] extends { readonly by: string }
    ? never
    : Declared[Id] extends { readonly type: KeptType; readonly action: Plain }
      ? Id
      : never;
}[OperationId];

/** Runs before a removal. Fails with 422 if another object needs this one, or removes dependent objects. */
const BEFORE_REMOVAL: Partial<Record<KeptType, (work: Work, object: Stored) => void>> = {
  Customer: requireUnused,
  Plan: requireUnused,
  Price: requireUnused,
  Receiver: removeBankAccounts,
};

/** Returns an object as a response has it. Default: as it is stored. */
const SHOWN: Partial<Record<KeptType, (work: Work, object: Stored) => JsonObject>> = { Card: shownCard };

export const declaredRules: Readonly<Record<DeclaredId, OperationHandler>> = Object.fromEntries(
  Object.entries<Resource>(resources).flatMap(([id, { type, action, by }]) => {
    const handler = by === undefined && isKept(type) ? ruleOf(id as OperationId, type, action) : undefined;
    return handler === undefined ? [] : [[id, handler]];
  }),
  // The filter matches the type above.
) as Record<DeclaredId, OperationHandler>;

function ruleOf(operationId: OperationId, type: KeptType, action: Resource['action']): OperationHandler | undefined {
  const { kind, object, group } = addressedBy(operationId);
  const shown = SHOWN[type];
  if (action === 'retrieve') {
    return (work, request) => {
      const found = object(work, request);
      return ok(shown?.(work, found) ?? found.value);
    };
  }
  if (action === 'list') {
    return (work, request) => ok(listOf(work, kind, request, group(work, request), shown));
  }
  if (action !== 'delete') return undefined;
  const before = BEFORE_REMOVAL[type];
  return (work, request) => {
    const removed = object(work, request);
    work.use('deletion-effects');
    before?.(work, removed);
    work.remove(removed);
    return ok({ id: removed.id, deleted: true });
  };
}
