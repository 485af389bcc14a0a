import { type JsonObject, memoize, objectAt, stringAt } from '../util/index.js';
import { type Operation, readOperations } from './operation.js';
import { createRouter, type Router } from './router.js';
import { createShapeReader, type ShapeReader } from './schema-shape.js';

/** A contract, read once for all who ask. */
export interface Contract {
  /** As it is written. */
  readonly document: JsonObject;
  readonly title: string;
  readonly version: string;
  readonly operations: readonly Operation[];
  /** The requests that the gateway sends. The path of each is its event. */
  readonly webhooks: readonly Operation[];
  /** Returns the operation with an id, or undefined. */
  readonly operation: (operationId: string) => Operation | undefined;
  /** The component schemas, by name. */
  readonly schemas: JsonObject;
  readonly shapeOf: ShapeReader;
  /** Returns the operation of a request. */
  readonly route: Router;
}

/** Returns the contract in a document. Each document is read once; do not change it afterwards. */
export const contractOf = memoize((document: JsonObject): Contract => {
  const operations = readOperations(document, 'paths');
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  return {
    document,
    title: stringAt(document.info, 'title') ?? '',
    version: stringAt(document.info, 'version') ?? '',
    operations,
    webhooks: readOperations(document, 'webhooks'),
    operation: (operationId) => byId.get(operationId),
    schemas: objectAt(objectAt(document, 'components'), 'schemas'),
    shapeOf: createShapeReader(document),
    route: createRouter(operations),
  };
});
