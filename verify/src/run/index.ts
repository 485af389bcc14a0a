export { type CleanUpOptions, type CleanUpResult, cleanUpRun, outstandingIn } from './clean-up.js';
export { type Progress, RunError, type RunOptions } from './options.js';
export type { Plan } from './plan.js';
export { PERMISSIONS, type Permission } from './reach.js';
export { verifyServer } from './run.js';
