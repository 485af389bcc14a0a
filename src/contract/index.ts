export { jsonSchemaOf, type Operation, readContract, readOperations, resolve } from './contract.js';
export { type Entry, entryKey, evidenceOf, type Place, ROOT, readEvidence } from './register.js';
export { createRouter, type Route, type Router } from './router.js';
export { createShapeReader, type Shape, type ShapeReader } from './schema-shape.js';
export { type Checked, createValidators, formats } from './validation/validator.js';
export { fieldName, sentences } from './validation/violations.js';
