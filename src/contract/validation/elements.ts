import type { Ajv, AnySchema, ErrorObject, ValidateFunction } from 'ajv';
import { type JsonObject, listAt, objectAt } from '../json.js';
import { Gathered, type Violation } from './violation-list.js';

interface ElementsValidator {
  (data: unknown, context?: { instancePath: string }): boolean;
  errors?: Violation[];
}

/**
 * Replaces `items` and `additionalProperties` in a validator, the two keywords that apply one schema as often as the
 * sender likes. Ajv's own copy all violations found so far for each element that has one, which is quadratic: 400 KB of
 * wrong elements took a minute. These name the first violations of all elements, count the rest, and hand that on once.
 * (A contract that combines `unevaluatedItems` or `unevaluatedProperties` with these keywords needs the original ones.)
 */
export function countElements(ajv: Ajv): void {
  ajv.removeKeyword('items');
  ajv.addKeyword({
    keyword: 'items',
    type: 'array',
    schemaType: ['object', 'boolean'],
    errors: 'full',
    compile: (schema: AnySchema, parent: JsonObject) => {
      const first = listAt(parent, 'prefixItems').length;
      return elements(ajv, schema, (data, check) => {
        const list = data as readonly unknown[]; // the keyword's type
        for (let index = first; index < list.length; index++) check(list[index], index);
      });
    },
  });

  ajv.removeKeyword('additionalProperties');
  ajv.addKeyword({
    keyword: 'additionalProperties',
    type: 'object',
    schemaType: ['object', 'boolean'],
    errors: 'full',
    compile: (schema: AnySchema, parent: JsonObject) => {
      const known = objectAt(parent, 'properties');
      const patterns = Object.keys(objectAt(parent, 'patternProperties')).map((pattern) => new RegExp(pattern, 'u'));
      const each = (data: unknown, check: (value: unknown, name: string) => void): void => {
        for (const [name, value] of Object.entries(data as JsonObject)) {
          if (!Object.hasOwn(known, name) && !patterns.some((pattern) => pattern.test(name))) check(value, name);
        }
      };
      return elements(ajv, schema, each, parent);
    },
  });
}

function elements(
  ajv: Ajv,
  schema: AnySchema,
  each: (data: unknown, check: (value: unknown, key: string | number) => void) => void,
  parentSchema: JsonObject = {},
): ElementsValidator {
  // Compiled at first use: an element may lead back to the schema that it is an element of.
  let compiled: ValidateFunction | undefined;

  const validate: ElementsValidator = (data, context) => {
    if (schema === true) return true;
    const at = context?.instancePath ?? '';
    const found = new Gathered();
    each(data, (value, key) => {
      if (schema === false) {
        found.add([{ ...refusedElement(key), parentSchema }], at);
        return;
      }
      compiled ??= ajv.compile(schema);
      if (!compiled(value)) found.add(errorsOf(compiled), found.isFull ? '' : `${at}/${escaped(key)}`);
    });
    validate.errors = found.all;
    return validate.errors.length === 0;
  };
  return validate;
}

function errorsOf(validate: ValidateFunction): readonly ErrorObject[] {
  const errors = validate.errors ?? [];
  validate.errors = null; // holds no piece of a request until the next one comes
  return errors;
}

function refusedElement(key: string | number): Violation {
  return typeof key === 'string'
    ? { keyword: 'additionalProperties', instancePath: '', params: { additionalProperty: key } }
    : { keyword: 'items', instancePath: `/${key}`, message: 'is one element too many' };
}

/** A key as a part of a JSON pointer. */
function escaped(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}
