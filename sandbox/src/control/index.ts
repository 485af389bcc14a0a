export type { ControlOperation, Success } from './call.js';
export { type CodeCall, type CodeNames, type Control, codeNames, createControl } from './control-api.js';
export { createControlPaths } from './http.js';
