export { accountByToken, accountOf, checkToken, EVERYBODY } from './access.js';
export type { AsyncDisposal } from './disposal.js';
export { asFetch } from './in-process-fetch.js';
export {
  createJournal,
  JOURNAL_BYTES,
  type Journal,
  type JournalEntry,
  type RecordedRequest,
  readEntries,
} from './journal/journal.js';
export type { Activity, Log, LogFormat } from './journal/log.js';
export { createActivityLog, LOG_FORMATS } from './journal/log.js';
export { createRecorder, type ReceivedRequest, type Recorder } from './journal/recorder.js';
export type { OwnPaths, OwnRequest } from './own-paths.js';
export type { Prepared } from './prepared.js';
export { prepare } from './prepared.js';
export {
  createFailures,
  createRandom,
  describeFault,
  FAULT_HEADER,
  type Failures,
  type Fault,
  faultResponse,
  isFaultless,
  LONGEST_LATENCY,
  readFault,
} from './request/faults.js';
export { realCards } from './request/test-cards.js';
export { NOT_REACHABLE } from './request/warnings/catalog.js';
export { type Landing, landingPage } from './static/landing.js';
export { createFiles } from './static/serve-file.js';
export { createStaticFiles, isStaticPath } from './static/static-files.js';
export { corsHeaders, preflight } from './wire/cors.js';
export { type JsonBody, NO_BODY, readJsonBody } from './wire/json-body.js';
