export { type CleanUpOptions, type CleanUpResult, cleanUpRun, outstandingIn } from './clean-up.js';
export { type Progress, RunError, type RunOptions } from './options.js';
export { type Plan, planFlows } from './plan.js';
export { PERMISSIONS, type Permission, REACHES } from './reach.js';
export { verifyServer } from './run.js';
