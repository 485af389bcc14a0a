import type { Ajv, AnySchema, ErrorObject, ValidateFunction } from 'ajv';
import { type JsonObject, listAt, objectAt } from '../json.js';
import { type KeywordValidator, type Violation, ViolationList } from './violation-list.js';

/**
 * Replaces `items` and `additionalProperties` in a validator. For each wrong element, Ajv copies all violations found before,
 * so 400 KB of wrong elements took a minute. The new keywords name the first violations and count the rest. They do not
 * support `unevaluatedItems` and `unevaluatedProperties`.
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
): KeywordValidator {
  // Compiles on first use, because an element may contain this schema.
  let compiled: ValidateFunction | undefined;

  const validate: KeywordValidator = (data, context) => {
    if (schema === true) return true;
    const at = context?.instancePath ?? '';
    const found = new ViolationList();
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
  validate.errors = null; // the validator must not keep a part of the request
  return errors;
}

function refusedElement(key: string | number): Violation {
  return typeof key === 'string'
    ? { keyword: 'additionalProperties', instancePath: '', params: { additionalProperty: key } }
    : { keyword: 'items', instancePath: `/${key}`, message: 'is one element too many' };
}

/** Returns a key as a part of a JSON pointer. */
function escaped(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}
