export { createMockFetch, type MockFetch } from './fetch.js';
export type { MockRequest } from './journal.js';
export type { Log, LogFormat } from './log.js';
export type { MockOptions, MockServerOptions } from './options.js';
export { type MockServer, startMockServer } from './server.js';
