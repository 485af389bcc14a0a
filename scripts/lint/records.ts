import { isObject, type JsonObject, objectAt } from '../../src/util/json.ts';
import { operations, type Path, resolve } from '../contract/elements.ts';
import { examplesOf, responsesOf, schemaOf } from '../contract/operation.ts';
import { shapeOf } from '../contract/shape.ts';

/** An object of an example, and the component schema that describes it. */
export interface ExampleRecord {
  readonly value: JsonObject;
  readonly schema: string;
  readonly path: Path;
}

/** Yields every value inside another one, with its path. */
export function* valuesBelow(value: unknown, path: Path): Generator<{ value: unknown; path: Path }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const at = [...path, key];
    yield { value: item, path: at };
    yield* valuesBelow(item, at);
  }
}

/** Returns every object in the named examples of requests, responses and events, once for each example. */
export function exampleRecords(contract: JsonObject): ExampleRecord[] {
  const found = new Map<JsonObject, ExampleRecord[]>();
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

function recordsIn(contract: JsonObject, schema: JsonObject | undefined, value: unknown, path: Path): ExampleRecord[] {
  if (!schema) return [];
  const { properties, forms, items } = shapeOf(contract, schema);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => recordsIn(contract, items, item, [...path, index]));
  }
  if (!isObject(value)) return [];
  const fields = new Map([...forms.flatMap((form) => [...shapeOf(contract, form).properties]), ...properties]);
  const below = Object.entries(value).flatMap(([name, field]) =>
    recordsIn(contract, fields.get(name), field, [...path, name]),
  );
  return [{ value, schema: componentOf(contract, schema), path }, ...below];
}

/** Returns the name of the component that a schema refers to or consists of. */
function componentOf(contract: JsonObject, schema: JsonObject): string {
  const { path = [], node = {} } = resolve(contract, schema) ?? {};
  const [part, ...others] = Array.isArray(node.allOf) ? node.allOf : [];
  if (isObject(part) && others.length === 0 && Object.keys(objectAt(node, 'properties')).length === 0) {
    return componentOf(contract, part);
  }
  return path[1] === 'schemas' ? String(path.at(-1)) : '';
}
