/** The values of the contract, for use in a browser. */
export {
  clearRefusals,
  leavesOutcomeOpen,
  type TestCard,
  testCards,
  testValues,
  transitions,
  vocabularies,
} from 'payment-gateway-contract';
export { type OperationId, operations } from '../generated/operations.js';
export { parameters } from '../generated/parameters.js';
export { type RegisterKey, registerKeys } from '../generated/register-keys.js';
export { type Reach, type Resource, type ResourceType, resources } from '../generated/resources.js';
export { type Assumed, type Variant, type VariantEntry, type VariantOf, variants } from '../generated/variants.js';
