import type { Ajv, AnySchema, ErrorObject, ValidateFunction } from 'ajv';
import { isObject, type JsonObject, objectAt, stringAt } from '../json.js';
import { countOf, Gathered, type Violation } from './violation-list.js';

interface BranchValidator {
  (data: unknown, context?: { instancePath: string }): boolean;
  errors?: Violation[];
}

/**
 * Replaces `oneOf` or `anyOf` in a validator: when a value fits no branch, only the violations of the branch that it
 * means are reported. That is the one its discriminator names, or else the one with the fewest violations.
 * (A contract that combines `unevaluatedProperties` with these keywords needs the original ones.)
 */
export function chooseBranch(ajv: Ajv, keyword: 'oneOf' | 'anyOf'): void {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    schemaType: 'array',
    errors: 'full',
    compile: (schemas: AnySchema[], parent: JsonObject) => {
      const discriminator = readDiscriminator(parent);
      // Compiled at first use: a branch may lead back to the schema it is a branch of.
      let branches: ValidateFunction[] | undefined;
      const named = new Map<string, ValidateFunction>();

      const validate: BranchValidator = (data, context) => {
        const at = context?.instancePath ?? '';
        const fail = (errors: Violation[]) => {
          validate.errors = errors;
          return false;
        };

        if (discriminator && isObject(data)) {
          const value = data[discriminator.property];
          const schema = typeof value === 'string' ? discriminator.branches.get(value) : undefined;
          if (typeof value !== 'string' || !schema) {
            return fail([choiceError(at, discriminator, value)]);
          }
          const branch = named.get(value) ?? ajv.compile(schema);
          named.set(value, branch);
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

interface Discriminator {
  property: string;
  branches: Map<string, { $ref: string }>;
}

function readDiscriminator(schema: JsonObject): Discriminator | undefined {
  const discriminator = objectAt(schema, 'discriminator');
  const property = stringAt(discriminator, 'propertyName');
  const mapping = Object.entries(objectAt(discriminator, 'mapping'));
  if (!property || mapping.length === 0) return undefined;
  return { property, branches: new Map(mapping.map(([value, $ref]) => [value, { $ref: String($ref) }])) };
}

function choiceError(at: string, { property, branches }: Discriminator, value: unknown): Violation {
  return value === undefined
    ? { keyword: 'required', instancePath: at, params: { missingProperty: property } }
    : { keyword: 'enum', instancePath: `${at}/${property}`, params: { allowedValues: [...branches.keys()] } };
}

function below(at: string, errors: ErrorObject[] | null | undefined): Violation[] {
  const found = new Gathered();
  found.add(errors ?? [], at);
  return found.all;
}
