export type { Log, LogFormat, RecordedRequest } from '../server/index.js';
export { createMockFetch, type MockFetch, type MockServer, startMockServer } from './mock-server.js';
export type { MockOptions, MockServerOptions } from './options.js';
