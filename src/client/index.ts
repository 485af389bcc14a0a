export type { Middleware } from 'openapi-fetch';
export * from './client.js';
export * from './errors.js';
export type { EvidenceLevel, PathsWithEvidence } from './evidence.js';
export type * from './options.js';
export { type ListPath, paginate } from './paginate.js';
export { isOutcomeUnknown, unwrap } from './unwrap.js';
export { canTransition, isDeclined, isFinal } from './vocabulary.js';
