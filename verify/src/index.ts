export type { Exchange, Message } from './exchange.js';
export type { RunCard } from './flows/flow.js';
export { type JudgeOptions, judgeExchanges } from './judge-exchanges.js';
export { ofHost, type Reading, readExchanges, readHar, UnreadableError } from './recordings/read.js';
export { type RecordingFetch, type RecordOptions, recordExchanges } from './recordings/record.js';
export { evidencePatch, NoEvidenceError } from './report/evidence-patch.js';
export { renderJunit } from './report/junit.js';
export { renderMarkdown } from './report/markdown.js';
export {
  acceptDeviations,
  compareReports,
  exitCode,
  parseReport,
  type Report,
  type ReportDiscovery,
  type ReportEntry,
  type ReportFinding,
} from './report/report.js';
export { renderTable } from './report/table.js';
export { type CleanUpOptions, type CleanUpResult, cleanUpRun, outstandingIn } from './run/clean-up.js';
export { type Progress, RunError, type RunOptions } from './run/options.js';
export type { Plan } from './run/plan.js';
export { PERMISSIONS, type Permission } from './run/reach.js';
export { verifyServer } from './run/run.js';
