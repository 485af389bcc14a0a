export { type Finding, type Findings, JSON_VERSION, readFindings } from './findings.js';
export { type Child, htmlOf, type Markup } from './markup.js';
export { viewOf } from './view.js';
