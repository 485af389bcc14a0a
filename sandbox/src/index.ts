import './same-version.js';

export type { Assumed } from 'payment-gateway-core/values';
export type { Duration } from './clock/index.js';
export type {
  ActOptions,
  Assumption,
  Disturbance,
  EventFilter,
  PlannedFault,
  SandboxControls,
  SandboxDelivery,
  SandboxEvent,
  SandboxObject,
  WaitingFault,
} from './code-controls.js';
export { DeliveryFailed, WaitTimeout } from './events/index.js';
export type { SandboxOptions, SandboxServerOptions } from './options.js';
export type { Populated, Population } from './populate.js';
export { type RecordedResponse, recordedResponse } from './recorded-response.js';
export {
  createSandboxFetch,
  type Sandbox,
  type SandboxFetch,
  type SandboxServer,
  startSandbox,
} from './sandbox-server.js';
export { type Scenario, ScenarioError, type ScenarioInput } from './scenario/index.js';
export type { RecordedRequest } from './server/index.js';
export { Refusal, type Snapshot } from './state/index.js';
export { StateVersionError, StoreUnavailable } from './stores/index.js';
export type { VerifyReport } from './variants/index.js';
