import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../util/index.js';
import { resolve } from './document.js';
import type { Schema } from './openapi.js';

/** A schema, or one that it is composed of. */
export interface Part<Around> {
  /** As the place writes it: often a `$ref`. */
  readonly written: Schema;
  readonly target: Schema;
  readonly around: Around;
}

/**
 * Returns a schema and those that it is composed of by the given keywords, references followed: a schema before its parts. No part repeats inside
 * itself.
 * @param around what surrounds the schema, and `inherit` returns what surrounds a part of it
 */
export function partsOf<Around>(
  contract: JsonObject,
  written: Schema,
  keywords: readonly string[],
  around: Around,
  inherit: (part: Omit<Part<Around>, 'around'>, around: Around) => Around = () => around,
  above: readonly Schema[] = [],
): Part<Around>[] {
  const target = resolve<Schema>(contract, written);
  if (above.includes(target)) return [];
  const composed: Schema[] = keywords.flatMap((keyword) => listAt(target, keyword)).filter(isObject);
  const below = composed.flatMap((part) => {
    const inside = inherit({ written: part, target: resolve<Schema>(contract, part) }, around);
    return partsOf(contract, part, keywords, inside, inherit, [...above, target]);
  });
  return [{ written, target, around }, ...below];
}

/** The types, fields and list items that a schema allows. */
export interface Shape {
  /** Empty when any type is allowed. */
  types: ReadonlySet<string>;
  fields: ReadonlyMap<string, Schema>;
  /** The fields that every value has. */
  required: ReadonlySet<string>;
  items: Schema | undefined;
  /** The schema that has the list (`x-extensible-enum`). */
  vocabulary: Schema | undefined;
  /** The names of the components that the schema refers to: `Transaction`, `TransactionStatus`. */
  names: readonly string[];
  /** The schema with its reference resolved. */
  part: Schema | undefined;
  /** The keywords of the schema and its parts: `x-unit`, `format`, `x-extensible-enum`, `examples`. */
  marks: Schema;
  /** The alternatives that a field of the value selects. `fields` holds the fields of all alternatives. */
  forms: Forms | undefined;
}

export interface Forms {
  property: string;
  schemas: ReadonlyMap<string, Schema>;
}

const COMPONENT = '#/components/schemas/';

export type ShapeReader = (schema: JsonObject) => Shape;

/** Returns the shape of a schema, references and compositions followed. */
export function readShape(contract: JsonObject, schema: Schema): Shape {
  const parts = partsOf(contract, schema, ['allOf', 'oneOf', 'anyOf'], undefined);
  const all = parts.map(({ target }) => target);
  const fields = new Map<string, Schema>();
  for (const [name, field] of all.flatMap((part) => Object.entries(objectAt(part, 'properties')))) {
    const other = fields.get(name);
    if (isObject(field)) fields.set(name, other ? { allOf: [other, field] } : field);
  }
  const ofEveryValue = partsOf(contract, schema, ['allOf'], undefined).map(({ target }) => target);
  // A keyword closer to the schema wins.
  const marks: Schema = Object.assign({}, ...all.toReversed());
  return {
    types: new Set(all.flatMap(({ type }) => type ?? []).filter((type) => typeof type === 'string')),
    fields,
    required: new Set(
      ofEveryValue.flatMap((part) => listAt(part, 'required')).filter((name) => typeof name === 'string'),
    ),
    items: all.map(({ items }) => items).findLast(isObject),
    vocabulary: all.findLast((part) => 'x-extensible-enum' in part),
    names: parts.flatMap(({ written: { $ref } }) => ($ref?.startsWith(COMPONENT) ? $ref.slice(COMPONENT.length) : [])),
    part: all[0],
    marks,
    forms: formsOf(marks),
  };
}

/** Returns the forms that the discriminator of a schema names, if it has one. */
export function formsOf(marks: JsonObject): Forms | undefined {
  const discriminator = objectAt(marks, 'discriminator');
  const property = stringAt(discriminator, 'propertyName');
  const mapping = Object.entries(objectAt(discriminator, 'mapping'));
  if (property === undefined || mapping.length === 0) return undefined;
  return { property, schemas: new Map(mapping.map(([value, $ref]) => [value, { $ref: String($ref) }])) };
}
