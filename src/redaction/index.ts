export { secretsOf } from './bounded-copy.js';
export { createHide, hasCardNumber, isTestCard } from './hide.js';
export { hideInJson, secretsIn } from './json-text.js';
export { isSensitive } from './names.js';
export { createHider, namesNothing, type RedactOptions, redact } from './redact.js';
export { mask } from './text.js';
