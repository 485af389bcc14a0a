export {
  type AccountOptions,
  type AfterAll,
  setUpSandbox,
  type TestAccount,
  type TestSandboxOptions,
} from './accounts.js';
export type { TestReceiver, WebhookEvent } from './receiver.js';
