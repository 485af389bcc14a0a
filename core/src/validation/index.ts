export { CONTRACT_ID, type Compiled, createCompiler, formats } from './compiler.js';
export { type Checked, createValidators, parameterSchema, type Validator } from './validator.js';
export { fieldName, MOST_NAMED, restSentence, sentences, type Violation } from './violations.js';
