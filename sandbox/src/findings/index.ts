export { type Finding, type Findings, JSON_VERSION, readFindings } from './findings.js';
export { type Child, htmlOf, Markup } from './markup.js';
export { viewOf, viewOfFile } from './view.js';
