export { createHide, hasCardNumber, isTestCard } from './hide.js';
export { hideInJson, secretsIn } from './json.js';
export { isSensitive } from './names.js';
export { createHider, namesNothing, type RedactOptions, redact } from './redact.js';
export { secretsOf } from './snapshot.js';
export { mask } from './text.js';
