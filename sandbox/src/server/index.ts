export { bearerToken } from './access/bearer-token.js';
export type { AsyncDisposal } from './disposal.js';
export { asFetch } from './in-process-fetch.js';
export {
  createJournal,
  type Journal,
  type JournalEntry,
  type RecordedRequest,
  readEntries,
} from './journal/journal.js';
export type { Activity, Log, LogFormat } from './journal/log.js';
export { createActivityLog, LOG_FORMATS } from './journal/log.js';
export type { AccountOf, ReceivedRequest } from './journal/recorder.js';
export {
  type Documented,
  LISTEN_OPTIONS,
  type ServerOptions,
  type SocketOption,
  USUAL_URL,
} from './options.js';
export type { OwnPaths, OwnRequest } from './own-paths.js';
export { type Arrival, createPipeline, type Respond, type Vary } from './pipeline.js';
export { preferredExample } from './preferred-example.js';
export type { Prepared } from './prepared.js';
export { prepare } from './prepared.js';
export { createFailures, createRandom } from './request/failures.js';
export { describeFault, type Fault, readFault } from './request/faults.js';
export type { MatchedRequest } from './request/matched.js';
export { type CardOutcome, outcomeOf, realCards, type TestCards } from './request/test-cards.js';
export { NOT_REACHABLE } from './request/warnings/catalog.js';
export { createFiles } from './static/serve-file.js';
export { readJsonBody } from './wire/json-body.js';
