import { targetOf } from '../../src/contract/document.ts';
import { isObject, listAt, objectAt } from '../../src/util/json.ts';

/** The contents of a schema, including the schemas that it is composed of. */
export interface Shape<Schema> {
  /** Its own and those of the parts of its `allOf`, in the order of the contract. */
  readonly properties: Map<string, Schema>;
  readonly required: Set<string>;
  /** The alternatives of `oneOf`. */
  readonly forms: Schema[];
  items: Schema | undefined;
}

/**
 * Returns the shape of a schema, or of its reference. A reference to a missing schema adds nothing (Redocly reports it).
 *
 * @param without schemas to leave out, which also ends a cycle
 */
export function shapeOf<Schema extends object>(
  contract: object,
  schema: Schema,
  without: readonly unknown[] = [],
): Shape<Schema> {
  const node = targetOf(contract, schema);
  const shape: Shape<Schema> = { properties: new Map(), required: new Set(), forms: [], items: undefined };
  for (const part of partsOf(contract, schema).filter((part) => !without.includes(part))) {
    const { properties, required, forms } = shapeOf(contract, part, [...without, node]);
    for (const [name, property] of properties) shape.properties.set(name, property);
    for (const name of required) shape.required.add(name);
    shape.forms.push(...forms);
  }
  for (const [name, property] of Object.entries(objectAt(node, 'properties'))) {
    if (isObject(property)) shape.properties.set(name, property as Schema);
  }
  for (const name of listAt(node, 'required')) shape.required.add(String(name));
  shape.forms.unshift(...(listAt(node, 'oneOf').filter(isObject) as Schema[]));
  if (isObject(node?.items)) shape.items = node.items as Schema;
  return shape;
}

/**
 * Returns the parts that all forms of a schema share, so that a list can show them once: their shape, and the parts themselves.
 */
export function sharedBy<Schema extends object>(
  contract: object,
  forms: readonly Schema[],
): Shape<Schema> & { parts: Schema[] } {
  const [first = [], ...others] = forms.map((form) => partsOf(contract, form));
  const parts = first.filter((part) => others.every((other) => other.includes(part)));
  return { ...shapeOf(contract, { allOf: parts } as unknown as Schema), parts };
}

/**
 * The parts of a schema's `allOf`, references followed.
 */
function partsOf<Schema extends object>(contract: object, schema: Schema): Schema[] {
  const parts = listAt(targetOf(contract, schema), 'allOf').map((part) => targetOf(contract, part));
  return parts.filter(isObject) as Schema[];
}
