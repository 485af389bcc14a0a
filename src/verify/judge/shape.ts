import { resolve } from '../../contract/contract.js';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../contract/json.js';
import type { JudgedContract } from './contract.js';
import type { Place } from './finding.js';

/** What a value may look like at one place of the contract, composed of all that its schema refers to. */
export interface Shape {
  readonly fields: ReadonlyMap<string, Field>;
  readonly items: JsonObject | undefined;
  /** Whether other fields are described too (`additionalProperties`). */
  readonly isMap: boolean;
  readonly format: string | undefined;
  readonly vocabulary: Vocabulary | undefined;
  /** The components it is made of: `Transaction`, `TransactionStatus`. */
  readonly names: readonly string[];
  /** Where an unlisted field would be added. */
  readonly place: Place;
}

export interface Field {
  readonly schema: JsonObject;
  readonly place: Place;
  readonly isSensitive: boolean;
}

export interface Vocabulary {
  readonly values: ReadonlySet<unknown>;
  /** By value, where one has evidence of its own. */
  readonly evidence: JsonObject;
  readonly place: Place;
}

const COMPONENT = '#/components/schemas/';

/** The field of a body to which a JSON pointer leads, as the contract describes it; undefined where it describes none. */
export function fieldAt(
  shapeOf: (schema: JsonObject) => Shape,
  schema: JsonObject,
  pointer: string,
): Field | undefined {
  let field: Field | undefined;
  let node: JsonObject | undefined = schema;
  for (const part of pointer.split('/').slice(1)) {
    if (!node) return undefined;
    const shape: Shape = shapeOf(node);
    const next = shape.fields.get(part.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (next) field = next;
    node = next ? next.schema : shape.items;
  }
  return field;
}

/** Reads shapes, each once. */
export function createShapes(contract: JudgedContract): (schema: JsonObject) => Shape {
  const known = new WeakMap<JsonObject, Shape>();
  return (schema) => {
    let shape = known.get(schema);
    if (!shape) {
      shape = read(contract, schema);
      known.set(schema, shape);
    }
    return shape;
  };
}

function read(contract: JudgedContract, schema: JsonObject): Shape {
  const fields = new Map<string, Field>();
  const names: string[] = [];
  let items: JsonObject | undefined;
  let isMap = false;
  let format: string | undefined;
  let vocabulary: Vocabulary | undefined;

  for (const part of parts(contract, schema, names)) {
    const here = contract.placeOf(part);
    for (const [name, field] of Object.entries(objectAt(part, 'properties'))) {
      if (!isObject(field)) continue;
      // The later part is the closer one: an event's own payload after that of all events.
      fields.set(name, { schema: field, place: contract.placeOf(field), isSensitive: field['x-sensitive'] === true });
    }
    if (isObject(part.items)) items = part.items;
    if (isObject(part.additionalProperties)) isMap = true;
    format ??= stringAt(part, 'format');
    const values = listAt(part, 'x-extensible-enum');
    if (values.length > 0) {
      vocabulary = { values: new Set(values), evidence: objectAt(part, 'x-enum-evidence'), place: here };
    }
  }
  const written = resolve(contract.document, schema);
  return { fields, items, isMap, format, vocabulary, names, place: contract.placeOf(written) };
}

/** The schema itself and everything that it is composed of; the names of the components among them are added to `names`. */
function parts(contract: JudgedContract, schema: JsonObject, names: string[], depth = 0): JsonObject[] {
  const reference = stringAt(schema, '$ref');
  if (reference?.startsWith(COMPONENT)) names.push(reference.slice(COMPONENT.length));
  const written = reference === undefined ? schema : resolve(contract.document, schema);
  // Deeper compositions than this are circles.
  if (depth > 16) return [written];
  const composed = [...listAt(written, 'allOf'), ...listAt(written, 'oneOf'), ...listAt(written, 'anyOf')];
  return [written, ...composed.filter(isObject).flatMap((part) => parts(contract, part, names, depth + 1))];
}
