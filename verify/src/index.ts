import './same-version.js';

export type { Exchange, Message } from './exchange.js';
export type { RunCard } from './flows/index.js';
export { type JudgeOptions, judgeExchanges } from './judge-exchanges.js';
export {
  ofHost,
  type Reading,
  type RecordingFetch,
  type RecordOptions,
  readExchanges,
  readHar,
  recordExchanges,
  UnreadableError,
} from './recordings/index.js';
export {
  acceptDeviations,
  compareReports,
  evidencePatch,
  exitCode,
  NoEvidenceError,
  parseReport,
  type Report,
  type ReportDiscovery,
  type ReportEntry,
  type ReportFinding,
  renderJunit,
  renderMarkdown,
  renderTable,
} from './report/index.js';
export {
  type CleanUpOptions,
  type CleanUpResult,
  cleanUpRun,
  outstandingIn,
  PERMISSIONS,
  type Permission,
  type Plan,
  type Progress,
  RunError,
  type RunOptions,
  verifyServer,
} from './run/index.js';
