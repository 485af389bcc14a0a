export { type RedactOptions, redact } from './redact.js';
