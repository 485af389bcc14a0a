export * from './documents.js';
export * from './evidence-patch.js';
export * from './report.js';
export * from './table.js';
