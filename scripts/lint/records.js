// @ts-check
import { child, isNode, operations, resolve } from '../contract/elements.js';
import { examplesOf, responsesOf, schemaOf } from '../contract/operation.js';
import { shapeOf } from '../contract/shape.js';

/** @typedef {import('../contract/elements.js').Node} Node */
/** @typedef {import('../contract/elements.js').Path} Path */
/** @typedef {{ value: Node, schema: string, path: Path }} Record An object of an example, and the component schema that describes it. */

/** Yields every value inside another one, with its path. @param {unknown} value @param {Path} path @returns {Generator<{ value: unknown, path: Path }>} */
export function* valuesBelow(value, path) {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const at = [...path, key];
    yield { value: item, path: at };
    yield* valuesBelow(item, at);
  }
}

/** Returns every object in the named examples of requests, responses and events, once for each example.
 * @param {Node} contract @returns {Record[]} */
export function exampleRecords(contract) {
  /** @type {Map<Node, Record[]>} */
  const found = new Map();
  for (const { node } of operations(contract)) {
    const bodies = [node.requestBody, ...responsesOf(contract, node).successes.map(([, response]) => response)];
    for (const body of bodies) {
      for (const [, example] of examplesOf(contract, body)) {
        const path = resolve(contract, example)?.path ?? [];
        if (!found.has(example)) {
          found.set(example, recordsIn(contract, schemaOf(contract, body), example.value, [...path, 'value']));
        }
      }
    }
  }
  return [...found.values()].flat();
}

/** @param {Node} contract @param {Node | undefined} schema @param {unknown} value @param {Path} path @returns {Record[]} */
function recordsIn(contract, schema, value, path) {
  if (!schema) return [];
  const { properties, forms, items } = shapeOf(contract, schema);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => recordsIn(contract, items, item, [...path, index]));
  }
  if (!isNode(value)) return [];
  const fields = new Map([...forms.flatMap((form) => [...shapeOf(contract, form).properties]), ...properties]);
  const below = Object.entries(value).flatMap(([name, field]) =>
    recordsIn(contract, /** @type {Node | undefined} */ (fields.get(name)), field, [...path, name]),
  );
  return [{ value, schema: componentOf(contract, schema), path }, ...below];
}

/** Returns the name of the component that a schema refers to or consists of. @param {Node} contract @param {Node} schema @returns {string} */
function componentOf(contract, schema) {
  const { path = [], node = {} } = resolve(contract, schema) ?? {};
  const [part, ...others] = Array.isArray(node.allOf) ? node.allOf : [];
  if (isNode(part) && others.length === 0 && Object.keys(child(node, 'properties')).length === 0) {
    return componentOf(contract, part);
  }
  return path[1] === 'schemas' ? String(path.at(-1)) : '';
}
