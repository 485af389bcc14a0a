import type { ErrorObject, ValidateFunction } from 'ajv';
import { jsonSchemaOf, type Operation, resolve } from '../contract.js';
import { isObject, type JsonObject, objectAt, stringAt, type Values } from '../json.js';
import { memoize } from '../memoize.js';
import type { Ajv2020 } from '../peers.js';
import { replaceKeywords } from './keywords.js';
import { sentences } from './violations.js';

/** The formats that the contract names and a request can get wrong. Others say something to people only. */
export const formats = {
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text: string) =>
    /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
  email: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text: string) => URL.canParse(text),
} as const;

/** What the validator looks at. Header names are lower case. */
export interface Checked {
  params: Values;
  query: Values;
  headers: Values;
  body: unknown;
}

/** One sentence per violation, field path first; none when the request is as the contract wants it. */
export type Validator = (request: Checked) => string[];

const CONTRACT = 'contract:openapi';
const PLACES = ['path', 'query', 'header'] as const;

/**
 * Validators for the operations of a contract, each compiled once, when its operation is first asked for.
 * (Prism's own takes half of the time of a request, lists the violations of every branch of a `oneOf`, and says them in
 * words of JSON Schema.)
 */
export function createValidators(
  Ajv: Ajv2020,
  contract: JsonObject,
  { refuseUnknownQuery = false } = {},
): (operation: Operation) => Validator {
  // Ajv would compile the schema of schemas, which takes a fifth of the time to start. The linter checks the contract against it.
  const unchecked = { meta: false, validateSchema: false, strict: false, logger: false } as const;
  // Verbose: the sentences quote the schema of the field.
  const options = { ...unchecked, allErrors: true, verbose: true, formats };
  const bodies = new Ajv(options);
  replaceKeywords(bodies);
  const parameters = new Ajv({ ...options, coerceTypes: 'array' });
  for (const ajv of [bodies, parameters]) ajv.addSchema(withAbsoluteReferences(contract), CONTRACT);

  return memoize(compile);

  function compile(operation: Operation): Validator {
    const checks = PLACES.flatMap((place) => {
      const schema = parameterSchema(contract, operation, place, place === 'query' && refuseUnknownQuery);
      return schema ? [{ place, validate: parameters.compile(schema) }] : [];
    });
    const requestBody = resolve(contract, operation.definition.requestBody);
    const schema = jsonSchemaOf(requestBody);
    const validateBody = schema && bodies.compile(absolute(schema) as JsonObject);

    return ({ params, query, headers, body }) => {
      const values = { path: params, query, header: headers };
      return [
        // Coercion writes into its input, so it gets a copy: the request stays unchanged.
        ...checks.flatMap(({ place, validate }) => run(validate, { ...values[place] }, place)),
        ...(body === undefined && requestBody.required === true ? ['body: is required'] : []),
        ...(body === undefined || !validateBody ? [] : run(validateBody, body)),
      ];
    };
  }
}

function run(validate: ValidateFunction, value: unknown, place?: string): string[] {
  if (validate(value)) return [];
  const errors: ErrorObject[] = validate.errors ?? [];
  validate.errors = null; // holds no piece of a request until the next one comes
  return sentences(errors, value, place);
}

/** The parameters of one place as the properties of one object. */
function parameterSchema(
  contract: JsonObject,
  operation: Operation,
  place: string,
  isClosed: boolean,
): JsonObject | undefined {
  const all = Array.isArray(operation.definition.parameters) ? operation.definition.parameters : [];
  const here = all.map((parameter) => resolve(contract, parameter)).filter((parameter) => parameter.in === place);
  if (here.length === 0 && !isClosed) return undefined;
  const name = (parameter: JsonObject) =>
    place === 'header' ? (stringAt(parameter, 'name') ?? '').toLowerCase() : (stringAt(parameter, 'name') ?? '');
  return {
    type: 'object',
    properties: Object.fromEntries(here.map((parameter) => [name(parameter), absolute(parameter.schema ?? true)])),
    required: here.filter((parameter) => parameter.required === true).map(name),
    additionalProperties: !isClosed,
  };
}

/** Makes references absolute: parts of the contract are compiled separately, and must name the document. */
function withAbsoluteReferences(contract: JsonObject): JsonObject {
  // Only the schemas are validated with; the rest of an OpenAPI document would be read as one.
  return { components: { schemas: absolute(objectAt(objectAt(contract, 'components'), 'schemas')) } };
}

function absolute(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(absolute);
  if (isObject(node)) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, absolute(value)]));
  // The target of a `$ref`, or of a discriminator's mapping.
  return typeof node === 'string' && node.startsWith('#/components/') ? `${CONTRACT}${node}` : node;
}
