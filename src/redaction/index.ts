export { secretsOfJson } from './collect.js';
export { createHide } from './hide.js';
export { hideInJson, secretsIn } from './json.js';
export { mask } from './mask.js';
export { isPlainJson, namesNothing } from './plain.js';
export { createHider, type RedactOptions, redact } from './redact.js';
