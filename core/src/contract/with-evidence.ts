import { isObject, type JsonObject, objectAt } from '../util/index.js';

/**
 * Returns a contract together with its evidence file: the keys of the file at the root, and `x-resource` at each operation that `x-resources` names.
 * A contract that has these itself, as older releases do, has no such file.
 */
export function withEvidence(contract: JsonObject, evidence: JsonObject): JsonObject {
  const { 'x-resources': _, ...ofRoot } = evidence;
  const resources = objectAt(evidence, 'x-resources');
  const withResource = (operation: unknown) => {
    const resource = isObject(operation) && resources[String(operation.operationId)];
    return resource ? { ...(operation as JsonObject), 'x-resource': resource } : operation;
  };
  const paths = mapValues(objectAt(contract, 'paths'), (item) =>
    isObject(item) ? mapValues(item, withResource) : item,
  );
  return { ...contract, paths, ...ofRoot };
}

function mapValues(object: JsonObject, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
