import type { Ajv, AnySchema, ErrorObject, ValidateFunction } from 'ajv';
import { isObject, type JsonObject } from '../json.js';
import { memoize } from '../memoize.js';
import { type Forms, formsOf } from '../schema-shape.js';
import { countOf, type KeywordValidator, type Violation, ViolationList } from './violation-list.js';

/**
 * Replaces `oneOf` or `anyOf` in a validator. If a value matches no branch, the new keyword reports only the violations of one
 * branch: the one that the discriminator names, or else the one with the fewest violations. It does not support
 * `unevaluatedProperties`.
 */
export function chooseBranch(ajv: Ajv, keyword: 'oneOf' | 'anyOf'): void {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    schemaType: 'array',
    errors: 'full',
    compile: (schemas: AnySchema[], parent: JsonObject) => {
      const forms = formsOf(parent);
      // Compiles on first use, because a branch may contain this schema.
      const compile = memoize((schema: JsonObject) => ajv.compile(schema));
      let branches: ValidateFunction[] | undefined;

      const validate: KeywordValidator = (data, context) => {
        const at = context?.instancePath ?? '';
        const fail = (errors: Violation[]) => {
          validate.errors = errors;
          return false;
        };

        if (forms && isObject(data)) {
          const value = data[forms.property];
          const schema = typeof value === 'string' ? forms.schemas.get(value) : undefined;
          if (!schema) return fail([choiceError(at, forms, value)]);
          const branch = compile(schema);
          return branch(data) || fail(below(at, branch.errors));
        }

        branches ??= schemas.map((schema) => ajv.compile(schema));
        const failures = branches.map((branch) => (branch(data) ? [] : below(at, branch.errors)));
        const fitting = failures.filter((errors) => errors.length === 0).length;
        if (fitting === 1 || (fitting > 1 && keyword === 'anyOf')) return true;
        if (fitting > 1) return fail([{ keyword, instancePath: at, message: 'must fit one form only' }]);
        return fail(failures.reduce((fewest, errors) => (countOf(errors) < countOf(fewest) ? errors : fewest)));
      };
      return validate;
    },
  });
}

function choiceError(at: string, { property, schemas }: Forms, value: unknown): Violation {
  return value === undefined
    ? { keyword: 'required', instancePath: at, params: { missingProperty: property } }
    : { keyword: 'enum', instancePath: `${at}/${property}`, params: { allowedValues: [...schemas.keys()] } };
}

function below(at: string, errors: ErrorObject[] | null | undefined): Violation[] {
  const found = new ViolationList();
  found.add(errors ?? [], at);
  return found.all;
}
