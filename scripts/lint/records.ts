import { contractOf } from '../../core/src/contract/contract.ts';
import { elementOf, type Path } from '../../core/src/contract/elements.ts';
import { isSuccess } from '../../core/src/contract/operation.ts';
import { isObject, type JsonObject, listAt, objectAt } from '../../core/src/util/json.ts';

/** An object of an example, and the component schema that describes it. */
interface ExampleRecord {
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
  const { operations, webhooks } = contractOf(contract);
  for (const { request, responses } of [...operations, ...webhooks]) {
    const successes = [...responses].filter(([status]) => isSuccess(status)).map(([, response]) => response);
    for (const { schema, examples } of [...(request ? [request] : []), ...successes]) {
      for (const example of examples.values()) {
        const path = elementOf(contract, example)?.path ?? [];
        if (!found.has(example)) found.set(example, recordsIn(contract, schema, example.value, [...path, 'value']));
      }
    }
  }
  return [...found.values()].flat();
}

function recordsIn(contract: JsonObject, schema: JsonObject | undefined, value: unknown, path: Path): ExampleRecord[] {
  if (!schema) return [];
  const { fields, items } = contractOf(contract).shapeOf(schema);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => recordsIn(contract, items, item, [...path, index]));
  }
  if (!isObject(value)) return [];
  const below = Object.entries(value).flatMap(([name, field]) =>
    recordsIn(contract, fields.get(name), field, [...path, name]),
  );
  return [{ value, schema: componentOf(contract, schema), path }, ...below];
}

/** Returns the name of the component that a schema refers to or consists of: of a field that several forms have, the last one's. */
function componentOf(contract: JsonObject, schema: JsonObject): string {
  const { path, node } = elementOf(contract, schema) ?? { path: [], node: schema };
  const parts = listAt(node, 'allOf').filter(isObject);
  const last = parts.at(-1);
  const isAlias = (parts.length === 1 || path.length === 0) && Object.keys(objectAt(node, 'properties')).length === 0;
  if (last && isAlias) return componentOf(contract, last);
  return path[1] === 'schemas' ? String(path.at(-1)) : '';
}
