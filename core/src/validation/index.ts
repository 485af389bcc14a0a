export { CONTRACT_ID, type Compiled, createCompiler, formats } from './compiler.js';
export { type Checked, createValidators, parameterSchema, type Validator } from './validator.js';
export { MOST_NAMED, type Violation } from './violation-list.js';
export { fieldName, restSentence, sentences } from './violations.js';
