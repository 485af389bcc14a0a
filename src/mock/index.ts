export type { MockRequest } from './control/journal.js';
export type { Log, LogFormat } from './control/log.js';
export { createMockFetch, type MockFetch } from './fetch.js';
export type { MockOptions, MockServerOptions } from './options.js';
export { type MockServer, startMockServer } from './server.js';
