export type { MockRequest } from '../server/journal/journal.js';
export type { Log, LogFormat } from '../server/journal/log.js';
export type { MockOptions, MockServerOptions } from '../server/options.js';
export { createMockFetch, type MockFetch, type MockServer, startMockServer } from './mock-server.js';
export { createGenerator, type Generator } from './response/generated.js';
