export type { MockRequest } from '../server/journal/journal.js';
export type { Duration } from './clock/index.js';
export type {
  ActOptions,
  EventFilter,
  SandboxControls,
  SandboxDelivery,
  SandboxEvent,
  SandboxObject,
} from './controls.js';
export { DeliveryFailed, type Disturbance, WaitTimeout } from './events/index.js';
export { createSandboxFetch, type SandboxFetch } from './fetch.js';
export type { SandboxOptions, SandboxServerOptions } from './options.js';
export type { Population } from './populate.js';
export type { PlannedFault, WaitingFault } from './request/planned-faults.js';
export type { Sandbox } from './sandbox.js';
export { type Scenario, ScenarioError } from './scenario/index.js';
export { type SandboxServer, startSandbox } from './server.js';
export { Refusal, type Snapshot } from './state/index.js';
export { StateVersionError, StoreUnavailable } from './stores/index.js';
