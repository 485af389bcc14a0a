/**
 * Counts the living subscriptions that need an object. Whoever begins or ends one changes the count, so that a removal at the same time
 * meets a conflict instead of an object that was not yet in use when it looked.
 */
import { nameOf, unprocessable } from './refusals.js';
import type { Kind, Stored, Work } from './work.js';

/** What a subscription needs, as kind and id. */
export type Needs = readonly (readonly [kind: Kind, id: number])[];

export function use(work: Work, needs: Needs, by: 1 | -1): void {
  for (const [kind, id] of needs) {
    const object = work.seek(kind, id);
    if (object !== undefined) work.change(object, { hidden: { ...object.hidden, uses: usesOf(object) + by } });
  }
}

/** Refuses to remove what a living subscription needs. */
export function unused(_work: Work, object: Stored): void {
  const uses = usesOf(object);
  if (uses === 0) return;
  const whom = uses === 1 ? 'a living subscription needs it' : `${uses} living subscriptions need it`;
  throw unprocessable(`${nameOf(object.kind)} ${object.id} cannot be removed: ${whom}; cancel first`);
}

function usesOf({ hidden }: Stored): number {
  return typeof hidden.uses === 'number' ? hidden.uses : 0;
}
