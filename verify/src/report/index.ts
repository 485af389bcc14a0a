export { renderJunit, renderMarkdown } from './documents.js';
export { evidencePatch, NoEvidenceError } from './evidence-patch.js';
export {
  acceptDeviations,
  compareReports,
  createReport,
  exitCode,
  parseReport,
  type Report,
  type ReportDiscovery,
  type ReportEntry,
  type ReportFinding,
  type ReportOptions,
  type SeenResponses,
} from './report.js';
export { renderTable } from './table.js';
