export { toEvidence } from './evidence.js';
export { type ProxyOptions, type RunningProxy, startProxy } from './proxy.js';
