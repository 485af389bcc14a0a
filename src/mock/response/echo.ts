import type { Shape } from '../../contract/index.js';
import type { TestCards } from '../../server/index.js';
import { isObject, type JsonObject, memoize, stringAt } from '../../util/index.js';
import { createRequired } from './required-fields.js';

export type Echo = (schema: JsonObject, template: unknown, sent: unknown, example: unknown) => unknown;

/**
 * Fits an example response to a request: fields of the request replace the response fields of the same name.
 *
 * The example pair shows which fields the contract echoes. A field is copied if the response has a field with this name and
 * a type that allows the value. It is not copied if the pair itself shows two different values: after a partial capture,
 * `amount` remains the amount of the transaction. Three more rules apply:
 *
 * - `capture_amount` repeats `amount`, and `pix_expiration_date` repeats `expiration_date`, where the pair does so.
 * - `customer_id` becomes the `id` of `customer`, and `card_id` the `card_id` of `card`.
 * - Of a card number, the response has the first six and last four digits and, for test numbers, the brand.
 *
 * An object that the example lacks has the fields that the contract requires.
 */
export function createEcho(shapeOf: (schema: JsonObject) => Shape, testCards: TestCards): Echo {
  const requiredOf = createRequired(shapeOf);
  return echo;

  function echo(schema: JsonObject, template: unknown, sent: unknown, example: unknown): unknown {
    const shape = shapeOf(schema);
    if (Array.isArray(sent)) return allows(shape, 'array') ? echoList(shape, template, sent, example) : template;
    if (isObject(sent)) return allows(shape, 'object') ? echoObject(shape, template, sent, example) : template;
    if (differs(template, example)) return template;
    if (allows(shape, typeOf(sent))) return sent;
    // The source document has `tangible` as an integer in responses, but clients send a boolean. Some clients send a number as
    // a string of digits (`installments: "3"`), which the contract has as a number.
    const isNumeric = typeof sent === 'boolean' || (typeof sent === 'string' && /^\d{1,15}$/.test(sent));
    return isNumeric && allows(shape, 'integer') ? Number(sent) : template;
  }

  function echoList(shape: Shape, template: unknown, sent: unknown[], example: unknown): unknown {
    const templates: unknown[] = Array.isArray(template) ? template : [];
    const examples: unknown[] = Array.isArray(example) ? example : [];
    const items = shape.items ?? {};
    return sent.slice(0, MOST_REPEATED).map((element, index) => {
      const last = Math.min(index, templates.length - 1);
      return numbered(echo(items, templates[last], element, examples[last]), index - last);
    });
  }

  function echoObject(shape: Shape, template: unknown, sent: JsonObject, example: unknown): JsonObject {
    const from = isObject(template) ? template : requiredOf(shape);
    const exampleFields = isObject(example) ? example : NONE;
    const response: JsonObject = { ...from };

    for (const field in sent) {
      const schema = shape.fields.get(field);
      if (schema) response[field] = echo(schema, from[field], sent[field], exampleFields[field]);
    }
    const { repeats, objects } = relationsOf(from)(exampleFields);
    for (const [field, source] of repeats) {
      const value = sent[source];
      if (!Object.hasOwn(sent, field) && typeof value === typeof from[field]) response[field] = value;
    }
    for (const [field, named, name] of objects) {
      if (Object.hasOwn(sent, name) && !Object.hasOwn(sent, field))
        response[field] = identified(named, field, sent[name]);
    }
    const number = stringAt(sent, 'card_number');
    return number === undefined ? response : { ...response, ...digitsOf(number, shape) };
  }

  function digitsOf(number: string, shape: Shape): JsonObject {
    const known = {
      card_first_digits: number.slice(0, 6),
      card_last_digits: number.slice(-4),
      brand: testCards.get(number)?.brand,
    };
    // The first and last digits would reveal a shorter number completely.
    const isCard = /^\d{12,19}$/.test(number);
    return Object.fromEntries(
      Object.entries(known).filter(([field, value]) => isCard && value !== undefined && shape.fields.has(field)),
    );
  }
}

/** The response has the first elements of a longer list. All of 350,000 empty ones would make a response of 100 MB. */
const MOST_REPEATED = 1_000;

/** One shared object, so that the cache keyed by it works for all elements of a long list. */
const NONE: JsonObject = Object.freeze({});

/** How response fields depend on request fields of other names. */
interface Relations {
  /** A response field and the request field that it repeats: `capture_amount` and `amount`. */
  repeats: [field: string, source: string][];
  /** An object in the response and the request field that may identify another one: `card` and `card_id`. */
  objects: [field: string, named: JsonObject, name: string][];
}

/** Reads the relations of an example pair once. */
const relationsOf = memoize((template: JsonObject) =>
  memoize(
    (example: JsonObject): Relations => ({
      repeats: Object.keys(template).flatMap((field): Relations['repeats'] => {
        const source = Object.keys(example).find(
          (name) => field.endsWith(`_${name}`) && isScalar(template[field]) && example[name] === template[field],
        );
        return source === undefined ? [] : [[field, source]];
      }),
      objects: Object.entries(template).flatMap(([field, named]): Relations['objects'] =>
        isObject(named) ? [[field, named, `${field}_id`]] : [],
      ),
    }),
  ),
);

/** Replaces the identified object: `card_id: 7` turns `card: { card_id: 501, … }` into card 7. An id keeps its type, number or string. */
function identified(named: JsonObject, field: string, identifier: unknown): JsonObject {
  const key = Object.hasOwn(named, `${field}_id`) ? `${field}_id` : 'id';
  return typeof named[key] === typeof identifier ? { ...named, [key]: identifier } : named;
}

/** Numbers elements that the example lacks: their ids follow its last one. */
function numbered(element: unknown, beyond: number): unknown {
  if (beyond <= 0 || !isObject(element) || typeof element.id !== 'number') return element;
  return { ...element, id: element.id + beyond };
}

function differs(template: unknown, example: unknown): boolean {
  if (!isScalar(template) || !isScalar(example)) return false;
  return (typeof example === 'boolean' && typeof template === 'number' ? Number(example) : example) !== template;
}

function allows({ types }: Shape, type: string): boolean {
  return types.size === 0 || types.has(type) || (type === 'integer' && types.has('number'));
}

/** Returns the JSON type of a scalar or null. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
