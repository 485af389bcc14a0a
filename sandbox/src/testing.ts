/** The entry `payment-gateway-sandbox/testing`: what a test suite imports. */
export {
  type DisruptionKind,
  ExploreFailure,
  type ExploreFailureCase,
  type ExploreGateway,
  type ExploreOptions,
  type ExploreResult,
  type ExploreShop,
  type FlowStart,
  type ShopOrder,
} from './explore/index.js';
export type { TestReceiver, WebhookEvent } from './testing/index.js';
export {
  type AccountOptions,
  type AfterAll,
  explore,
  setUpSandbox,
  type TestAccount,
  type TestSandboxOptions,
} from './testing/index.js';
