import type { Shape, ShapeReader } from 'payment-gateway-core/contract';
import { isObject, type JsonObject, textOf } from 'payment-gateway-core/util';

/** A field, or the index of an element. Indexes stay numbers, because printing each one takes longer than checking the element. */
export type PathPart = string | number;

/** A value of a request, with its path and its schema. */
export interface ValuePlace {
  /** The walk changes it, so copy it to keep it. */
  path: readonly PathPart[];
  /** The name of the field. An element has the name of its list. Empty for the body. */
  name: string;
  value: unknown;
  /** The shape of the form that the value chose, if it has several. */
  shape: Shape;
  /** The shape of all forms together, if the value chose one. */
  allForms: Shape | undefined;
  /** The object that holds the value, itself or in a list. */
  owner: JsonObject | undefined;
}

/** Visits each value that has a schema, outer ones first. */
export function eachPlace(
  shapeOf: ShapeReader,
  schema: JsonObject,
  { name = '', value, owner }: Partial<Pick<ValuePlace, 'name' | 'value' | 'owner'>>,
  path: PathPart[],
  visit: (place: ValuePlace) => void,
): void {
  const all = shapeOf(schema);
  const shape = formOf(shapeOf, all, value);
  visit({ path, name, value, shape, allForms: shape === all ? undefined : all, owner });
  const ownerBelow = isObject(value) ? value : owner;
  eachChild(shape, value, path, (child, below, key) => {
    const place = { name: typeof key === 'string' ? key : name, value: below, owner: ownerBelow };
    eachPlace(shapeOf, child, place, path, visit);
  });
}

/** Returns the shape of the form that an object chooses, or the given one. */
export function formOf(shapeOf: ShapeReader, shape: Shape, value: unknown): Shape {
  const { forms } = shape;
  const form = forms && isObject(value) ? forms.schemas.get(textOf(value[forms.property])) : undefined;
  return form === undefined ? shape : shapeOf(form);
}

/** Visits the fields and elements that have a schema. Adds the key to the path during a visit. */
export function eachChild(
  { fields, items }: Shape,
  value: unknown,
  path: PathPart[],
  visit: (schema: JsonObject, value: unknown, key: PathPart) => void,
): void {
  const visitAt = (schema: JsonObject | undefined, below: unknown, key: PathPart): void => {
    if (schema === undefined) return;
    path.push(key);
    visit(schema, below, key);
    path.pop();
  };
  if (Array.isArray(value)) {
    if (items) for (let index = 0; index < value.length; index++) visitAt(items, value[index], index);
  } else if (isObject(value)) {
    for (const field in value) visitAt(fields.get(field), value[field], field);
  }
}
