import { isObject, type JsonObject } from '../../../contract/json.js';
import type { Shape, ShapeReader } from '../../../contract/schema-shape.js';

/** A field, or the index of an element. Indexes stay numbers, because printing each one takes longer than checking the element. */
export type PathPart = string | number;

/** A value of a request, with its path and its schema. */
export interface Place {
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

/** The shape and the rules for all values with a name and a schema, prepared once. */
export interface Plan<Rule> {
  readonly name: string;
  readonly shape: Shape;
  readonly rules: readonly Rule[];
  /** Returns the plan of a field, or undefined if the contract has no such field. */
  field(name: string): Plan<Rule> | undefined;
  /** The plan of the elements of a list. */
  items(): Plan<Rule> | undefined;
  /** Returns the plan of the form that an object chooses, or this plan. */
  formOf(value: JsonObject): Plan<Rule>;
}

/** @param rulesOf returns the rules for values of a name and shape */
export function createPlanner<Rule>(
  shapeOf: ShapeReader,
  rulesOf: (name: string, shape: Shape) => readonly Rule[],
): (schema: JsonObject, name?: string) => Plan<Rule> {
  const plans = new WeakMap<JsonObject, Map<string, Plan<Rule>>>();
  return planOf;

  function planOf(schema: JsonObject, name = ''): Plan<Rule> {
    const ofSchema = plans.get(schema) ?? new Map<string, Plan<Rule>>();
    plans.set(schema, ofSchema);
    const plan = ofSchema.get(name) ?? createPlan(shapeOf(schema), name);
    ofSchema.set(name, plan);
    return plan;
  }

  /** Prepares the plans of fields on demand, because a schema may contain itself. */
  function createPlan(shape: Shape, name: string): Plan<Rule> {
    const { fields, forms, items } = shape;
    const below = new Map<string, Plan<Rule>>();
    return {
      name,
      shape,
      rules: rulesOf(name, shape),
      field(field) {
        const known = below.get(field);
        const schema = known ? undefined : fields.get(field);
        if (!schema) return known;
        const plan = planOf(schema, field);
        below.set(field, plan);
        return plan;
      },
      items: () => items && planOf(items, name),
      formOf(value) {
        const schema = forms?.schemas.get(String(value[forms.property]));
        return schema ? planOf(schema, name) : this;
      },
    };
  }
}

/** Visits each value that has a schema and rules, outer ones first. */
export function eachPlace<Rule>(
  plan: Plan<Rule>,
  value: unknown,
  path: PathPart[],
  visit: (place: Place, rules: readonly Rule[]) => void,
  owner?: JsonObject,
): void {
  const chosen = isObject(value) ? plan.formOf(value) : plan;
  const { name, shape, rules } = chosen;
  if (rules.length > 0) {
    visit({ path, name, value, shape, allForms: chosen === plan ? undefined : plan.shape, owner }, rules);
  }
  if (Array.isArray(value)) {
    const items = chosen.items();
    if (items === undefined) return;
    for (let index = 0; index < value.length; index++) {
      path.push(index);
      eachPlace(items, value[index], path, visit, owner);
      path.pop();
    }
  } else if (isObject(value)) {
    for (const field in value) {
      const child = chosen.field(field);
      if (child === undefined) continue;
      path.push(field);
      eachPlace(child, value[field], path, visit, value);
      path.pop();
    }
  }
}
