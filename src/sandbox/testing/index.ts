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
export {
  type AccountOptions,
  type AfterAll,
  setUpSandbox,
  type TestAccount,
  type TestSandboxOptions,
} from './accounts.js';
export { explore } from './explore.js';
export type { TestReceiver, WebhookEvent } from './receiver.js';
