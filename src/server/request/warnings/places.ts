import { isObject, type JsonObject } from '../../../contract/json.js';
import type { Shape, ShapeReader } from '../../../contract/schema-shape.js';

/** A field, or the index of an element: to print each index of a long list takes longer than to look at the elements. */
export type PathPart = string | number;

/** One value of a request, where it stands and what the contract says of it. */
export interface Place {
  /** Changes while the walk goes on: copy what is kept. */
  path: readonly PathPart[];
  /** The name of the field; an element of a list has that of the list. Empty for the body. */
  name: string;
  value: unknown;
  /** Of an object of several forms, the form that it chose. */
  shape: Shape;
  /** What the contract knows for all forms, where the value chose one. */
  allForms: Shape | undefined;
  /** The object that holds the value, itself or in a list. */
  owner: JsonObject | undefined;
}

/** Visits each value of which the contract has a schema and that there are rules for, outer ones first. */
export function eachPlace<Rule>(
  shapeOf: ShapeReader,
  schema: JsonObject,
  value: unknown,
  rulesOf: (name: string, shape: Shape) => readonly Rule[],
  visit: (place: Place, rules: readonly Rule[]) => void,
): void {
  const path: PathPart[] = [];
  walk(schema, value, '', undefined);

  function walk(schema: JsonObject, value: unknown, name: string, owner: JsonObject | undefined): void {
    const whole = shapeOf(schema);
    const shape = formOf(shapeOf, whole, value);
    const rules = rulesOf(name, shape);
    if (rules.length > 0)
      visit({ path, name, value, shape, allForms: shape === whole ? undefined : whole, owner }, rules);
    if (Array.isArray(value) && shape.items) {
      for (let index = 0; index < value.length; index++) below(index, shape.items, value[index], name, owner);
    } else if (isObject(value)) {
      for (const field in value) {
        const child = shape.fields.get(field);
        if (child) below(field, child, value[field], field, value);
      }
    }
  }

  function below(key: PathPart, schema: JsonObject, value: unknown, name: string, owner: JsonObject | undefined): void {
    path.push(key);
    walk(schema, value, name, owner);
    path.pop();
  }
}

/** The shape of the form that a value chooses, or the shape itself. */
export function formOf(shapeOf: ShapeReader, shape: Shape, value: unknown): Shape {
  if (!shape.forms || !isObject(value)) return shape;
  const schema = shape.forms.schemas.get(String(value[shape.forms.property]));
  return schema ? shapeOf(schema) : shape;
}
