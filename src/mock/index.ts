export type { MockRequest } from '../server/journal/journal.js';
export type { Log, LogFormat } from '../server/journal/log.js';
export type { ListenOptions as MockServerOptions, ServerOptions as MockOptions } from '../server/options.js';
export { createMockFetch, type MockFetch, type MockServer, startMockServer } from './mock.js';
