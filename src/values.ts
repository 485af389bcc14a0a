/** The values of the contract, for use in a browser. */
export { operationIds } from '../generated/operation-ids.js';
export { type OperationId, operations } from '../generated/operations.js';
export { parameters } from '../generated/parameters.js';
export { type RegisterKey, registerKeys } from '../generated/register-keys.js';
export { type Reach, type Resource, type ResourceType, resources } from '../generated/resources.js';
export { type TestCard, testCards, testValues } from '../generated/test-values.js';
export { transitions } from '../generated/transitions.js';
export { type Assumed, type Variant, type VariantEntry, type VariantOf, variants } from '../generated/variants.js';
export { vocabularies } from '../generated/vocabularies.js';
export { clearRefusals, leavesOutcomeOpen } from './vocabulary.js';
