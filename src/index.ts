export { type TestCard, testCards, testValues } from '../generated/test-values.js';
export { transitions } from '../generated/transitions.js';
export { vocabularies } from '../generated/vocabularies.js';
export * from './client/index.js';
export { hasCardNumber } from './mask-text.js';
export { isSensitive, type RedactOptions, redact } from './redact.js';
export type * from './types.js';
export { canTransition, clearRefusals, isDeclined, isFinal, leavesOutcomeOpen } from './vocabulary.js';
