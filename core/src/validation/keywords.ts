import type { Ajv, SchemaObject, ValidateFunction } from 'ajv';
import { type Forms, formsOf } from '../contract/index.js';
import { isObject, type JsonObject, listAt, textOf } from '../util/index.js';
import { MOST_NAMED, type Violation } from './violations.js';

/** Returns the violations of a value at a path. */
type Check = (value: unknown, at: string) => Violation[];

/** The validator of a keyword, as Ajv calls it. */
interface KeywordValidator {
  (data: unknown, context?: { instancePath: string }): boolean;
  errors?: Violation[];
}

/**
 * Replaces keywords of a validator, so that they report fewer violations. Schemas with these keywords cannot use
 * `unevaluatedItems` and `unevaluatedProperties`.
 *
 * - If a value matches no branch of `oneOf` or `anyOf`, only the violations of one branch are reported: the one that the
 *   discriminator names, or else the one with the fewest violations.
 * - `items` stops after more violations than a person reads. For each wrong element, Ajv copies all violations found before, so
 *   400 KB of wrong elements took a minute.
 *
 * The checks compile their schemas on first use, because a schema may contain itself. Ajv keeps the compiled schemas.
 */
export function replaceKeywords(ajv: Ajv): void {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    replace<SchemaObject[]>(ajv, keyword, (schemas, parent) => {
      const forms = formsOf(parent);
      return (value, at) =>
        forms && isObject(value) ? checkForm(ajv, forms, value, at) : checkBranches(ajv, keyword, schemas, value, at);
    });
  }

  replace<SchemaObject>(ajv, 'items', (schema, parent) => {
    const first = listAt(parent, 'prefixItems').length;
    return (value, at) => {
      const found: Violation[] = [];
      const validate = ajv.compile(schema);
      for (let index = first; Array.isArray(value) && index < value.length && found.length <= MOST_NAMED; index++)
        for (const violation of violationsOf(validate, value[index], `${at}/${index}`)) found.push(violation);
      return found;
    };
  });
}

function replace<Schema>(ajv: Ajv, keyword: string, compile: (schema: Schema, parent: JsonObject) => Check): void {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    errors: 'full',
    compile: (schema: Schema, parent: JsonObject) => {
      const check = compile(schema, parent);
      const validate: KeywordValidator = (value, context) => {
        validate.errors = check(value, context?.instancePath ?? '');
        return validate.errors.length === 0;
      };
      return validate;
    },
  });
}

function checkForm(ajv: Ajv, { property, schemas }: Forms, value: JsonObject, at: string): Violation[] {
  const chosen = value[property];
  const schema = schemas.get(textOf(chosen));
  if (schema) return violationsOf(ajv.compile(schema), value, at);
  if (chosen === undefined) return [{ keyword: 'required', instancePath: at, params: { missingProperty: property } }];
  return [{ keyword: 'enum', instancePath: `${at}/${property}`, params: { allowedValues: [...schemas.keys()] } }];
}

function checkBranches(
  ajv: Ajv,
  keyword: 'oneOf' | 'anyOf',
  schemas: readonly SchemaObject[],
  value: unknown,
  at: string,
): Violation[] {
  const failures = schemas.map((schema) => violationsOf(ajv.compile(schema), value, at));
  const matches = failures.filter((errors) => errors.length === 0).length;
  if (matches > 1 && keyword === 'oneOf') return [{ keyword, instancePath: at, message: 'must fit one form only' }];
  return failures.reduce((fewest, errors) => (errors.length < fewest.length ? errors : fewest));
}

/** Returns the violations of a value at a path. The validator does not keep them, because they have a part of the request. */
export function violationsOf(validate: ValidateFunction, value: unknown, at = ''): Violation[] {
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  validate.errors = null;
  return at === '' ? errors : errors.map((error) => ({ ...error, instancePath: at + error.instancePath }));
}
