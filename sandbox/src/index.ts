import './same-version.js';

export type { Assumed } from 'payment-gateway-core/values';
export type { Duration } from './clock/index.js';
export { DeliveryFailed, WaitTimeout } from './events/index.js';
export { type RecordedResponse, recordedResponse } from './faults/index.js';
export type { SandboxOptions, SandboxServerOptions } from './options/index.js';
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
} from './sandbox/index.js';
export {
  createSandboxFetch,
  type Sandbox,
  type SandboxFetch,
  type SandboxServer,
  startSandbox,
} from './sandbox/index.js';
export type { Populated, Population } from './scenario/index.js';
export { type Scenario, ScenarioError, type ScenarioInput } from './scenario/index.js';
export type { RecordedRequest } from './server/index.js';
export { Refusal, type Snapshot } from './state/index.js';
export { StateVersionError, StoreUnavailable } from './stores/index.js';
export type { VerifyReport } from './variants/index.js';
