/** What rules see: the engine's side of the agreement, and the contract's. */

import type { components, operations } from '../../../generated/types.js';
import type { Stored } from '../store/index.js';

export type { Kind, Stored } from '../store/index.js';
export type { DueRule, Reply, Rule, RuleRequest, Work } from '../work/index.js';
export { Refusal, seek } from '../work/index.js';
export type OperationId = keyof operations;
/** The shapes of the contract, by the names of its schemas. */
export type Wire = components['schemas'];

/** What is stored, by its schema. The rules alone write objects, so what is stored of a kind has the shape of that kind. */
export function wireOf<Name extends keyof Wire>(_schema: Name, stored: Stored): Wire[Name] {
  return stored.value as unknown as Wire[Name];
}
