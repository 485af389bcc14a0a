export { type Contract, contractOf } from './contract.js';
export { readContract, resolve, targetOf } from './document.js';
export { type Element, elementOf, elements, type Path, propertyName, reachable } from './elements.js';
export { type Evidence, entryKey, evidenceText, evidenceTexts, RUN_OPTIONS, weaker } from './evidence.js';
export type { PlacedOperation, PlacedSchema } from './evidence-at-place.js';
export type { OpenApi, Schema } from './openapi.js';
export { type Body, type Operation, type Parameter, responseOf, successOf } from './operation.js';
export type { OperationRoute, Router } from './router.js';
export { type Forms, formsOf, type Shape, type ShapeReader } from './schema-shape.js';
