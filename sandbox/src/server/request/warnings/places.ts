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

/** The shape and the rules of a value, prepared once, and the plans of the values in it, prepared on demand. */
export interface ValuePlan<Rule> {
  readonly name: string;
  readonly shape: Shape;
  readonly rules: readonly Rule[];
  /** Returns the plan of a field, or undefined if the contract has no such field. */
  field(name: string): ValuePlan<Rule> | undefined;
  /** Returns the plan of the elements of a list. */
  items(): ValuePlan<Rule> | undefined;
  /** Returns the plan of the form that an object chooses, or this plan. */
  formOf(value: unknown): ValuePlan<Rule>;
}

/** @param rulesOf returns the rules for values of a name and shape */
export function createPlan<Rule>(
  shapeOf: ShapeReader,
  rulesOf: (name: string, shape: Shape) => readonly Rule[],
  schema: JsonObject,
  name = '',
): ValuePlan<Rule> {
  const shape = shapeOf(schema);
  const { fields, forms, items } = shape;
  const below = new Map<string | JsonObject, ValuePlan<Rule>>();
  const child = (
    key: string | JsonObject,
    schema: JsonObject | undefined,
    name: string,
  ): ValuePlan<Rule> | undefined => {
    const known = below.get(key);
    if (known || schema === undefined) return known;
    const created = createPlan(shapeOf, rulesOf, schema, name);
    below.set(key, created);
    return created;
  };
  const plan: ValuePlan<Rule> = {
    name,
    shape,
    rules: rulesOf(name, shape),
    field: (field) => child(field, fields.get(field), field),
    items: () => items && child(items, items, name),
    formOf(value) {
      const form = forms && isObject(value) ? forms.schemas.get(textOf(value[forms.property])) : undefined;
      return (form && child(form, form, name)) ?? plan;
    },
  };
  return plan;
}

export type Visit<Rule> = (place: ValuePlace, rules: readonly Rule[]) => void;

/** Visits each value that has a schema and rules, outer ones first. */
export function eachPlace<Rule>(
  plan: ValuePlan<Rule>,
  value: unknown,
  path: PathPart[],
  visit: Visit<Rule>,
  owner?: JsonObject,
): void {
  const chosen = plan.formOf(value);
  const { name, shape, rules } = chosen;
  if (rules.length > 0) {
    visit({ path, name, value, shape, allForms: chosen === plan ? undefined : plan.shape, owner }, rules);
  }
  const ownerBelow = isObject(value) ? value : owner;
  eachChild(chosen, value, path, (child, below) => eachPlace(child, below, path, visit, ownerBelow));
}

/** Visits the fields and elements that have a schema. Adds the key to the path during a visit. */
export function eachChild<Rule>(
  plan: ValuePlan<Rule>,
  value: unknown,
  path: PathPart[],
  visit: (plan: ValuePlan<Rule>, value: unknown, key: PathPart) => void,
): void {
  const visitAt = (child: ValuePlan<Rule>, below: unknown, key: PathPart): void => {
    path.push(key);
    visit(child, below, key);
    path.pop();
  };
  if (Array.isArray(value)) {
    const items = plan.items();
    if (items) for (let index = 0; index < value.length; index++) visitAt(items, value[index], index);
  } else if (isObject(value)) {
    for (const field in value) {
      const child = plan.field(field);
      if (child) visitAt(child, value[field], field);
    }
  }
}
