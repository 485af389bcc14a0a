import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type JsonObject, memoize, objectAt, type Values } from '../../util/index.js';
import type { Operation, Parameter } from '../operation.js';
import { replaceKeywords } from './keywords.js';
import { sentences } from './violations.js';

/** The checked formats. Other formats of the contract are for readers only. */
export const formats = {
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text: string) =>
    /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
  email: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text: string) => URL.canParse(text),
} as const;

/** The checked parts of a request. Header names are lower case. */
export interface Checked {
  params: Values;
  query: Values;
  headers: Values;
  body: unknown;
}

/** Returns one sentence per violation, field path first. */
export type Validator = (request: Checked) => string[];

const CONTRACT = 'contract:openapi';
const PLACES = ['path', 'query', 'header'] as const;

/** Returns the validators of a contract's operations. Compiles each on first use. */
export function createValidators(
  contract: JsonObject,
  { refuseUnknownQuery = false } = {},
): (operation: Operation) => Validator {
  // Without `meta`, Ajv starts a fifth faster. The linter checks the contract's schemas.
  const unchecked = { meta: false, validateSchema: false, strict: false, logger: false } as const;
  // The sentences need the schema of the field, which `verbose` adds.
  const options = { ...unchecked, allErrors: true, verbose: true, formats };
  const bodies = new Ajv2020(options);
  replaceKeywords(bodies);
  const parameters = new Ajv2020({ ...options, coerceTypes: 'array' });
  const schemas = absolute(objectAt(objectAt(contract, 'components'), 'schemas'));
  for (const ajv of [bodies, parameters]) ajv.addSchema({ components: { schemas } }, CONTRACT);

  return memoize(compile);

  function compile(operation: Operation): Validator {
    const checks = PLACES.flatMap((place) => {
      const isClosed = place === 'query' && refuseUnknownQuery;
      const schema = parameterSchema(operation, place, isClosed);
      return schema ? [{ place, validate: parameters.compile(absolute(schema) as JsonObject) }] : [];
    });
    const { schema, isRequired = false } = operation.request ?? {};
    const validateBody = schema && bodies.compile(absolute(schema) as JsonObject);

    return ({ params, query, headers, body }) => {
      const values = { path: params, query, header: headers };
      return [
        ...checks.flatMap(({ place, validate }) => runOnTexts(validate, values[place], place)),
        ...(body === undefined && isRequired ? ['body: is required'] : []),
        ...(body === undefined || !validateBody ? [] : run(validateBody, body)),
      ];
    };
  }
}

/** Reads texts as the types of the schema. Refuses numbers that only JavaScript would read, such as `0x3e9` and `+1001`. */
function runOnTexts(validate: ValidateFunction, texts: Values, place: string): string[] {
  // Coercion writes into its input, so it gets a copy: the request stays unchanged.
  const read: JsonObject = { ...texts };
  const errors = run(validate, read, place);
  const odd = Object.keys(texts).filter(
    (name) => typeof read[name] === 'number' && !/^-?\d+(\.\d+)?$/.test(String(texts[name])),
  );
  return [...errors, ...odd.map((name) => `${place}.${name}: must be a number in decimal digits`)];
}

function run(validate: ValidateFunction, value: unknown, place?: string): string[] {
  if (validate(value)) return [];
  const errors: ErrorObject[] = validate.errors ?? [];
  validate.errors = null; // the validator must not keep a part of the request
  return sentences(errors, value, place);
}

/** Returns the parameters of one place as the properties of an object; undefined if the operation has none there. */
export function parameterSchema(
  { parameters }: Operation,
  place: 'path' | 'query' | 'header',
  isClosed = false,
): JsonObject | undefined {
  const here = parameters.filter((parameter) => parameter.in === place);
  if (here.length === 0 && !isClosed) return undefined;
  const nameOf = ({ name }: Parameter) => (place === 'header' ? name.toLowerCase() : name);
  return {
    type: 'object',
    properties: Object.fromEntries(here.map((one) => [nameOf(one), one.definition.schema ?? {}])),
    required: here.filter(({ isRequired }) => isRequired).map(nameOf),
    additionalProperties: !isClosed,
  };
}

/** Makes references absolute, because each operation is compiled as a document of its own. */
function absolute(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(absolute);
  if (isObject(node)) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, absolute(value)]));
  // The target of a `$ref`, or of a discriminator's mapping.
  return typeof node === 'string' && node.startsWith('#/components/') ? `${CONTRACT}${node}` : node;
}
