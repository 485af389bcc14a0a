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
export type { Probe } from './parts.js';
export {
  createSandboxFetch,
  probe,
  type Sandbox,
  type SandboxFetch,
  type SandboxServer,
  startSandbox,
} from './sandbox-server.js';
