export { isPlainJson } from './plain.js';
export { createHider, type RedactOptions, redact } from './redact.js';
