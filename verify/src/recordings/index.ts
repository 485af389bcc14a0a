export { ofHost, type Reading, readExchanges, readHar, UnreadableError } from './read.js';
export { appendExchange, type RecordingFetch, type RecordOptions, recordExchanges } from './record.js';
