/** The entry `payment-gateway-sandbox/testing`: what a test suite imports. */
import '../same-version.js';

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
} from '../explore/index.js';
export { explore } from './explore-account.js';
export {
  type AccountOptions,
  type AfterAll,
  setUpSandbox,
  type TestAccount,
  type TestReceiver,
  type TestSandboxOptions,
  type WebhookEvent,
} from './set-up.js';
