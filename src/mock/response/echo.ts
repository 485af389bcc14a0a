import { isObject, type JsonObject, stringAt } from '../../contract/json.js';
import type { Shape } from '../../contract/schema-shape.js';
import type { TestCards } from '../../server/request/cards.js';

export type Echo = (schema: JsonObject, template: unknown, sent: unknown, example: unknown) => unknown;

/**
 * Fits an example response to a request: what was sent takes the place of the field of the same name.
 *
 * The example pair shows what the contract echoes. A field is repeated when the response has a field of that name and a
 * type that allows the value, unless the pair itself shows two different values there (a part of the amount was
 * captured: `amount` stays that of the transaction). Beside that:
 *
 * - `capture_amount` repeats `amount`, and `pix_expiration_date` repeats `expiration_date`, where the pair does so;
 * - `customer_id` becomes the `id` of `customer`, `card_id` the `card_id` of `card`;
 * - of a card number its first six and last four digits and, for test numbers, the brand.
 */
export function createEcho(shapeOf: (schema: JsonObject) => Shape, testCards: TestCards): Echo {
  return echo;

  function echo(schema: JsonObject, template: unknown, sent: unknown, example: unknown): unknown {
    const shape = shapeOf(schema);
    if (Array.isArray(sent)) return allows(shape, 'array') ? echoList(shape, template, sent, example) : template;
    if (isObject(sent)) return allows(shape, 'object') ? echoObject(shape, template, sent, example) : template;
    if (differs(template, example)) return template;
    // The document has `tangible` as an integer in responses and the clients send a boolean.
    if (typeof sent === 'boolean' && !allows(shape, 'boolean'))
      return allows(shape, 'integer') ? Number(sent) : template;
    // Some clients send a number as its digits (`installments: "3"`); responses have it as a number.
    if (typeof sent === 'string' && /^\d{1,15}$/.test(sent) && !allows(shape, 'string'))
      return allows(shape, 'integer') ? Number(sent) : template;
    return allows(shape, typeOf(sent)) ? sent : template;
  }

  function echoList(shape: Shape, template: unknown, sent: unknown[], example: unknown): unknown {
    const templates: unknown[] = Array.isArray(template) ? template : [];
    const examples: unknown[] = Array.isArray(example) ? example : [];
    const items = shape.items ?? {};
    return sent.map((element, index) => {
      if (index >= MOST_FILLED) return echo(items, NONE, element, NONE);
      const last = Math.min(index, templates.length - 1);
      return numbered(echo(items, templates[last] ?? NONE, element, examples[last]), index - last);
    });
  }

  function echoObject(shape: Shape, template: unknown, sent: JsonObject, example: unknown): JsonObject {
    const from = isObject(template) ? template : NONE;
    const exampleFields = isObject(example) ? example : NONE;
    const response: JsonObject = { ...from };

    for (const field in sent) {
      const schema = shape.fields.get(field);
      if (schema) response[field] = echo(schema, from[field], sent[field], exampleFields[field]);
    }
    const { repeats, objects } = relationsOf(from, exampleFields);
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
    // A number that is shorter than a card's would be told by its digits.
    const isCard = /^\d{12,19}$/.test(number);
    return Object.fromEntries(
      Object.entries(known).filter(([field, value]) => isCard && value !== undefined && shape.fields.has(field)),
    );
  }
}

/** Elements beyond these are returned as they were sent: filled up, 350,000 empty ones would make a response of 28 MB. */
const MOST_FILLED = 1_000;

/** One for all, so that what is known of it is found again: a list of 300,000 elements asked for as many otherwise. */
const NONE: JsonObject = Object.freeze({});

/** How the fields of a response depend on fields of other names. */
interface Relations {
  /** A field of the response and the one that it repeats: `capture_amount` and `amount`. */
  repeats: [field: string, source: string][];
  /** An object in the response and the field that may name another: `card` and `card_id`. */
  objects: [field: string, named: JsonObject, name: string][];
}

const relations = new WeakMap<JsonObject, WeakMap<JsonObject, Relations>>();

/** Reads the relations of an example pair once. */
function relationsOf(template: JsonObject, example: JsonObject): Relations {
  const known = relations.get(template) ?? new WeakMap<JsonObject, Relations>();
  relations.set(template, known);
  const found = known.get(example) ?? {
    repeats: Object.keys(template).flatMap((field): Relations['repeats'] => {
      const source = Object.keys(example).find(
        (name) => field.endsWith(`_${name}`) && isScalar(template[field]) && example[name] === template[field],
      );
      return source === undefined ? [] : [[field, source]];
    }),
    objects: Object.entries(template).flatMap(([field, named]): Relations['objects'] =>
      isObject(named) ? [[field, named, `${field}_id`]] : [],
    ),
  };
  known.set(example, found);
  return found;
}

/** `card_id: 7` makes `card: { card_id: 501, … }` the card 7, as long as ids stay what they are: numbers or strings. */
function identified(named: JsonObject, field: string, identifier: unknown): JsonObject {
  const key = Object.hasOwn(named, `${field}_id`) ? `${field}_id` : 'id';
  return typeof named[key] === typeof identifier ? { ...named, [key]: identifier } : named;
}

/** Elements beyond the example's have ids that follow its last one. */
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

/** The JSON type of a scalar or null. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
