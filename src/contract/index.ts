export {
  examplesOf,
  jsonSchemaOf,
  type Operation,
  readContract,
  readOperations,
  resolve,
  successOf,
} from './contract.js';
export { type Entry, entryKey, evidenceOf, type Place, ROOT, readEvidence } from './register.js';
export { createResponseEvidence, type ResponseEvidence } from './response-evidence.js';
export { createRouter, type Route, type Router } from './router.js';
export { createShapeReader, type Shape, type ShapeReader } from './schema-shape.js';
export { type Checked, createValidators, formats, parameterSchema, type Validator } from './validation/validator.js';
export { MOST_NAMED } from './validation/violation-list.js';
export { fieldName, restSentence, sentences } from './validation/violations.js';
