export { toEvidence } from './judging.js';
export { type ProxyOptions, startProxy } from './proxy.js';
