export type { ControlOperation, Success } from './call.js';
export { withoutSecrets } from './console-lists.js';
export { type CodeCall, type CodeNames, type Control, codeNames, createControl } from './control-api.js';
export { createControlPaths } from './http.js';
