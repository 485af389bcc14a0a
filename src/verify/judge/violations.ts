import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { formats } from '../../contract/validation/validator.js';
import { sentences } from '../../contract/validation/violations.js';
import { MASK } from '../exchange.js';
import { entryKey, type JudgedContract } from './contract.js';
import type { Place } from './finding.js';
import { fieldAt, type Shape } from './shape.js';

/** One way in which a body is not what the contract describes. */
export interface Violation {
  readonly place: Place;
  /** What of the place's evidence it speaks against. */
  readonly evidence: readonly string[];
  readonly reason: string;
}

export type AjvClass = new (options: Record<string, unknown>) => Ajv;
export type Violations = (schema: JsonObject, body: unknown, operationId: string | undefined) => Violation[];

const CONTRACT = 'contract:verify';

const validators = new WeakMap<JudgedContract, (schema: JsonObject) => ValidateFunction>();

/** Compiles a schema when it is first met, once per contract. */
function validatorsOf(Ajv2020: AjvClass, contract: JudgedContract): (schema: JsonObject) => ValidateFunction {
  const known = validators.get(contract);
  if (known) return known;
  // Dates and times have a rule of their own: those of the document are narrower than the format.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    formats: { ...formats, 'date-time': true },
  });
  const schemas = objectAt(objectAt(contract.document, 'components'), 'schemas');
  // The very objects of the contract, not copies: a violation names the object that it violates.
  ajv.addSchema({ $id: CONTRACT, components: { schemas } });
  const compiled = new WeakMap<JsonObject, ValidateFunction>();
  const validatorOf = (schema: JsonObject): ValidateFunction => {
    let validate = compiled.get(schema);
    if (!validate) {
      const reference = schema.$ref;
      validate = ajv.compile(typeof reference === 'string' ? { $ref: `${CONTRACT}${reference}` } : schema);
      compiled.set(schema, validate);
    }
    return validate;
  };
  validators.set(contract, validatorOf);
  return validatorOf;
}

/** Each violation leads by its schema to the nearest evidence. */
export function createViolations(
  Ajv2020: AjvClass,
  contract: JudgedContract,
  shapeOf: (schema: JsonObject) => Shape,
): Violations {
  const validatorOf = validatorsOf(Ajv2020, contract);
  return (schema, body, operationId) => {
    const validate = validatorOf(schema);
    if (validate(body)) return [];
    const errors = essential(validate.errors ?? []);
    validate.errors = null;
    return errors.map((error) => {
      const violated = isObject(error.parentSchema) ? contract.placeOf(error.parentSchema) : contract.placeOf(schema);
      // What is referred to stands on its own evidence and on that of the field that refers to it.
      const field = error.keyword === 'required' ? undefined : fieldAt(shapeOf, schema, error.instancePath);
      const evidence = [...new Set([...(field?.place.evidence ?? []), ...violated.evidence])];
      const place = { pointer: field?.place.pointer ?? violated.pointer, evidence };
      const reason = (sentences([error], body)[0] ?? 'body: is not as described')
        .replaceAll(/\[\d+\]/g, '[]')
        .replace(': ', ' ');
      return { place, evidence: blamed(contract, place, error, operationId), reason: `${reason}.` };
    });
  };
}

/** Without what redaction made of a body, and of alternatives only the one that comes closest. */
function essential(errors: readonly ErrorObject[]): ErrorObject[] {
  const masked = errors.filter(({ data }) => data === MASK).map(({ instancePath }) => instancePath);
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  return errors.filter((error) => {
    if (error.data === MASK) return false;
    const isChoice = choices.includes(error);
    if (isChoice && masked.some((path) => path.startsWith(error.instancePath))) return false;
    const deeper = (choice: ErrorObject) =>
      errors.some(({ instancePath }) => instancePath.startsWith(`${choice.instancePath}/`));
    if (isChoice) return !deeper(error);
    const choice = choices.find(
      ({ instancePath, schemaPath }) => error.instancePath === instancePath && error.schemaPath !== schemaPath,
    );
    return choice === undefined || error.keyword === 'required';
  });
}

/** The entries that a violation speaks against: those about just this, else those that a schema decides, else the document. */
function blamed(
  contract: JudgedContract,
  { evidence }: Place,
  error: ErrorObject,
  operationId: string | undefined,
): string[] {
  const missing: unknown = isObject(error.params) ? error.params.missingProperty : undefined;
  const field = typeof missing === 'string' ? missing : (error.instancePath.split('/').at(-1) ?? '');
  const settleOf = (text: string) => contract.register.get(entryKey(text) ?? '')?.settle;
  const possible = evidence.filter((text) => speaksOf(text, operationId));
  const exact = possible.filter((text) =>
    settleOf(text)?.about.some((name) => name === error.keyword || name === field),
  );
  if (exact.length > 0) return exact;
  const decided = possible.filter((text) => {
    const settle = settleOf(text);
    return settle?.by === 'schema' && settle.about.length === 0;
  });
  if (decided.length > 0) return decided;
  const documented = possible.filter((text) => entryKey(text) === undefined);
  return documented.length > 0 ? documented : possible.slice(0, 1);
}

/** `transaction-response-reused` is about every operation but the one that the document shows. */
export function speaksOf(evidence: string, operationId: string | undefined): boolean {
  return !(operationId === 'createTransaction' && entryKey(evidence) === 'transaction-response-reused');
}
