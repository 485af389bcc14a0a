export {
  SANDBOX_OPTIONS,
  type SandboxOptions,
  type SandboxServerOptions,
  type SandboxValues,
  sandboxSettings,
} from './sandbox-options.js';
export { type Documented, LISTEN_OPTIONS, type ServerValues, USUAL_URL } from './server-options.js';
