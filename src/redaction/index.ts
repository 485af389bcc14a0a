export { createHide, hasCardNumber, isTestCard } from './hide.js';
export { hideInJson, secretsIn } from './json.js';
export { isSensitive } from './names.js';
export { createHider, isPlainJson, namesNothing, type RedactOptions, redact } from './redact.js';
export { secretsOfJson } from './snapshot.js';
export { mask } from './text.js';
