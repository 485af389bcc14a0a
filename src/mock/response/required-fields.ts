import type { Shape } from '../../contract/index.js';
import { type JsonObject, listAt, memoize } from '../../util/index.js';

/**
 * Returns a function that returns the required fields of an object without an example: null where the contract allows it, an empty list, and
 * otherwise the example of the field.
 */
export function createRequired(shapeOf: (schema: JsonObject) => Shape): (shape: Shape) => JsonObject {
  const requiredOf = memoize((shape: Shape): JsonObject => {
    const fields = [...shape.required].map((name): [string, unknown] => [name, sampleOf(shape.fields.get(name) ?? {})]);
    return Object.freeze(Object.fromEntries(fields));
  });
  return requiredOf;

  function sampleOf(schema: JsonObject): unknown {
    const shape = shapeOf(schema);
    if (shape.types.size === 0 || shape.types.has('null')) return null;
    if (shape.types.has('array')) return [];
    return shape.types.has('object') ? requiredOf(shape) : listAt(shape.marks, 'examples')[0];
  }
}
