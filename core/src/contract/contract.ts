import { type JsonObject, memoize, objectAt, stringAt } from '../util/index.js';
import { type PlacedOperation, placeOperation } from './evidence-at-place.js';
import type { OpenApi, Schema } from './openapi.js';
import { type Operation, readOperations } from './operation.js';
import { createRouter, type Router } from './router.js';
import { readShape, type ShapeReader } from './schema-shape.js';

/** A contract, read once for all who ask. */
export interface Contract {
  /** As it is written. */
  readonly document: OpenApi;
  readonly title: string;
  readonly version: string;
  readonly operations: readonly Operation[];
  /** The requests that the gateway sends. The path of each is its event. */
  readonly webhooks: readonly Operation[];
  /** The operations, then the webhooks. */
  readonly operationsAndWebhooks: readonly Operation[];
  /** Returns the operation with an id, or undefined. */
  readonly operation: (operationId: string) => Operation | undefined;
  /** The component schemas, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly shapeOf: ShapeReader;
  /** Returns an operation or a webhook with the evidence of its elements. */
  readonly placedOf: (operation: Operation) => PlacedOperation;
  /** Returns the operation of a request. */
  readonly route: Router;
}

/** Returns the contract in a document. Each document is read once; do not change it afterwards. */
export const contractOf = memoize((document: JsonObject): Contract => {
  const operations = readOperations(document, 'paths');
  const webhooks = readOperations(document, 'webhooks');
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  return {
    document: document as OpenApi, // lint checks its form
    title: stringAt(document.info, 'title') ?? '',
    version: stringAt(document.info, 'version') ?? '',
    operations,
    webhooks,
    operationsAndWebhooks: [...operations, ...webhooks],
    operation: (operationId) => byId.get(operationId),
    schemas: objectAt(objectAt(document, 'components'), 'schemas') as Record<string, Schema>,
    shapeOf: memoize((schema) => readShape(document, schema)),
    placedOf: memoize((operation) => placeOperation(document, operation)),
    route: createRouter(operations),
  };
});
