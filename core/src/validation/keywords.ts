import type { Ajv, SchemaObject, ValidateFunction } from 'ajv';
import { type Forms, formsOf } from '../contract/index.js';
import { isObject, type JsonObject, listAt, textOf } from '../util/index.js';
import { countViolations, type KeywordValidator, type Violation, ViolationList } from './violation-list.js';

/** Adds the violations of a value to a list. */
type Check = (value: unknown, found: ViolationList, at: string) => void;

/**
 * Replaces keywords of a validator, so that they report fewer violations. Schemas with these keywords cannot use
 * `unevaluatedItems` and `unevaluatedProperties`.
 *
 * - If a value matches no branch of `oneOf` or `anyOf`, only the violations of one branch are reported: the one that the
 *   discriminator names, or else the one with the fewest violations.
 * - `items` names the first violations and counts the rest. For each wrong element, Ajv copies all violations found before, so
 *   400 KB of wrong elements took a minute.
 *
 * The checks compile their schemas on first use, because a schema may contain itself. Ajv keeps the compiled schemas.
 */
export function replaceKeywords(ajv: Ajv): void {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    replace<SchemaObject[]>(ajv, keyword, (schemas, parent) => {
      const forms = formsOf(parent);
      return (value, found, at) => {
        if (forms && isObject(value)) checkForm(ajv, forms, value, found, at);
        else checkBranches(ajv, keyword, schemas, value, found, at);
      };
    });
  }

  replace<SchemaObject>(ajv, 'items', (schema, parent) => {
    const first = listAt(parent, 'prefixItems').length;
    return (value, found, at) => {
      if (!Array.isArray(value)) return;
      const validate = ajv.compile(schema);
      for (let index = first; index < value.length; index++) {
        const errors = violationsOf(validate, value[index]);
        if (errors.length > 0) found.add(errors, found.isFull ? '' : `${at}/${index}`);
      }
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
        const found = new ViolationList();
        check(value, found, context?.instancePath ?? '');
        validate.errors = found.all;
        return validate.errors.length === 0;
      };
      return validate;
    },
  });
}

function checkForm(ajv: Ajv, { property, schemas }: Forms, value: JsonObject, found: ViolationList, at: string): void {
  const chosen = value[property];
  const schema = schemas.get(textOf(chosen));
  if (schema) found.add(violationsOf(ajv.compile(schema), value), at);
  else if (chosen === undefined) {
    found.add([{ keyword: 'required', instancePath: at, params: { missingProperty: property } }]);
  } else {
    const params = { allowedValues: [...schemas.keys()] };
    found.add([{ keyword: 'enum', instancePath: `${at}/${property}`, params }]);
  }
}

function checkBranches(
  ajv: Ajv,
  keyword: 'oneOf' | 'anyOf',
  schemas: readonly SchemaObject[],
  value: unknown,
  found: ViolationList,
  at: string,
): void {
  const failures = schemas.map((schema) => violationsOf(ajv.compile(schema), value));
  const matches = failures.filter((errors) => errors.length === 0).length;
  if (matches > 1 && keyword === 'oneOf') {
    found.add([{ keyword, instancePath: at, message: 'must fit one form only' }]);
  } else if (matches === 0) {
    found.add(
      failures.reduce((fewest, errors) => (countViolations(errors) < countViolations(fewest) ? errors : fewest)),
      at,
    );
  }
}

/** Returns the violations of a value, which the validator does not keep. */
export function violationsOf(validate: ValidateFunction, value: unknown): readonly Violation[] {
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  validate.errors = null; // the validator must not keep a part of the request
  return errors;
}
