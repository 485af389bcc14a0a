export { createHideSecretsOf, type RedactOptions, redact } from './redact.js';
