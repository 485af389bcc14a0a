/** What the rules import: the units of work of the state, and the shapes of the contract. */

import type { components, operations } from '../../../generated/types.js';
import type { Stored } from '../state/index.js';

export type { DueRule, Kind, Reply, Rule, RuleRequest, Stored, Work } from '../state/index.js';
export { Refusal } from '../state/index.js';
export type OperationId = keyof operations;
/** The shapes of the contract, by the names of its schemas. */
export type Wire = components['schemas'];

/** Returns a stored value as its schema. The rules alone write objects, so an object of a kind has the shape of that kind. */
export function wireOf<Name extends keyof Wire>(_schema: Name, stored: Stored): Wire[Name] {
  return stored.value as unknown as Wire[Name];
}
