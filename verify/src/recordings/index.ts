export { ofHost, type Reading, readExchanges, readHar, UnreadableError } from './read.js';
export {
  appendExchange,
  EXCHANGES,
  lineOf,
  type RecordingFetch,
  type RecordOptions,
  recordExchanges,
} from './record.js';
