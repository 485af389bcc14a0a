export type { Log, LogFormat, MockOptions, MockRequest, MockServerOptions } from '../server/index.js';
export { createMockFetch, type MockFetch, type MockServer, startMockServer } from './mock-server.js';
export { createGenerator, type Generator } from './response/generated.js';
