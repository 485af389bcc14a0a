import { isObject, type JsonObject, listAt, memoize, objectAt, stringAt } from '../util/index.js';
import { resolve } from './document.js';

/** The types, fields and list items that a schema allows. */
export interface Shape {
  /** Empty when any type is allowed. */
  types: ReadonlySet<string>;
  fields: ReadonlyMap<string, JsonObject>;
  /** The fields that every value has. */
  required: ReadonlySet<string>;
  items: JsonObject | undefined;
  /** Whether the contract lists known values. */
  isVocabulary: boolean;
  /** The schema that has the list (`x-extensible-enum`). */
  vocabulary: JsonObject | undefined;
  /** The names of the components that the schema refers to: `Transaction`, `TransactionStatus`. */
  names: readonly string[];
  /** The schema with its reference resolved. */
  part: JsonObject | undefined;
  /** The keywords of the schema and its parts: `x-unit`, `format`, `x-extensible-enum`, `examples`. */
  marks: JsonObject;
  /** The alternatives that a field of the value selects. `fields` holds the fields of all alternatives. */
  forms: Forms | undefined;
}

export interface Forms {
  property: string;
  schemas: ReadonlyMap<string, JsonObject>;
}

const COMPONENT = '#/components/schemas/';

export type ShapeReader = (schema: JsonObject) => Shape;

/** Returns a reader that resolves references and compositions, and reads each schema once. */
export function createShapeReader(contract: JsonObject): ShapeReader {
  return memoize((schema) => read(contract, schema));
}

function read(contract: JsonObject, schema: JsonObject): Shape {
  const types = new Set<string>();
  const fields = new Map<string, JsonObject>();
  let items: JsonObject | undefined;
  let isVocabulary = false;
  let vocabulary: JsonObject | undefined;

  const names: string[] = [];
  const all = parts(contract, schema, COMPOSITIONS, names);
  const required = new Set(
    parts(contract, schema, ['allOf'])
      .flatMap((part) => listAt(part, 'required'))
      .filter((name) => typeof name === 'string'),
  );
  for (const part of all) {
    for (const type of Array.isArray(part.type) ? part.type : [part.type]) {
      if (typeof type === 'string') types.add(type);
    }
    for (const [name, field] of Object.entries(objectAt(part, 'properties'))) {
      const other = fields.get(name);
      if (isObject(field)) fields.set(name, other ? { allOf: [other, field] } : field);
    }
    if (isObject(part.items)) items = part.items;
    isVocabulary ||= 'const' in part || 'enum' in part || 'x-extensible-enum' in part;
    if ('x-extensible-enum' in part) vocabulary = part;
  }
  // A keyword closer to the schema wins.
  const marks: JsonObject = Object.assign({}, ...all.toReversed());
  return {
    types,
    fields,
    required,
    items,
    isVocabulary,
    vocabulary,
    names,
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
  return { property, schemas: new Map(mapping.map(([value, $ref]) => [value, { $ref }])) };
}

const COMPOSITIONS = ['allOf', 'oneOf', 'anyOf'];

/** Returns the schema and the schemas that it combines with the given keywords. Adds the names of components to `names`. */
function parts(
  contract: JsonObject,
  schema: JsonObject,
  keywords: readonly string[],
  names: string[] = [],
  depth = 0,
): JsonObject[] {
  const reference = stringAt(schema, '$ref');
  if (reference?.startsWith(COMPONENT)) names.push(reference.slice(COMPONENT.length));
  const written = resolve(contract, schema);
  const composed = keywords.flatMap((keyword) => listAt(written, keyword));
  // A deeper composition contains itself.
  if (depth > 16) return [written];
  return [written, ...composed.filter(isObject).flatMap((part) => parts(contract, part, keywords, names, depth + 1))];
}
