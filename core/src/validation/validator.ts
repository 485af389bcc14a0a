import type { Operation, Parameter } from '../contract/index.js';
import { isObject, type JsonObject, memoize, objectAt, type Values } from '../util/index.js';
import { CONTRACT_ID, type Compiled, createCompiler } from './compiler.js';
import { sentences } from './violations.js';

/** The checked parts of a request. Header names are lower case. */
export interface Checked {
  params: Values;
  query: Values;
  headers: Values;
  body: unknown;
}

/** Returns one sentence per violation, field path first. */
export type Validator = (request: Checked) => string[];

const PLACES = ['path', 'query', 'header'] as const;

/** Returns the validators of a contract's operations. Compiles each on first use. */
export function createValidators(
  contract: JsonObject,
  { refuseUnknownQuery = false } = {},
): (operation: Operation) => Validator {
  const schemas = absolute(objectAt(objectAt(contract, 'components'), 'schemas')) as JsonObject;
  const compileBody = createCompiler({ schemas, report: 'named' });
  // A query has texts where a body has numbers.
  const compileParameters = createCompiler({ schemas, report: 'all', readTexts: true });

  return memoize(compile);

  function compile(operation: Operation): Validator {
    const checks = PLACES.flatMap((place) => {
      const isClosed = place === 'query' && refuseUnknownQuery;
      const schema = parameterSchema(operation, place, isClosed);
      return schema ? [{ place, validate: compileParameters(absolute(schema) as JsonObject) }] : [];
    });
    const { schema, definition } = operation.request ?? {};
    const isRequired = definition?.required === true;
    const validateBody = schema && compileBody(absolute(schema) as JsonObject);

    return ({ params, query, headers, body }) => {
      const values = { path: params, query, header: headers };
      return [
        ...checks.flatMap(({ place, validate }) => runOnTexts(validate, values[place], place)),
        ...(body === undefined && isRequired ? ['body: is required'] : []),
        ...(body === undefined || !validateBody ? [] : sentences(validateBody(body), body)),
      ];
    };
  }
}

/** Reads texts as the types of the schema. Refuses numbers that only JavaScript would read, such as `0x3e9` and `+1001`. */
function runOnTexts(validate: Compiled, texts: Values, place: string): string[] {
  // Coercion writes into its input, so it gets a copy: the request stays unchanged.
  const read: JsonObject = { ...texts };
  const errors = sentences(validate(read), read, place);
  const odd = Object.keys(texts).filter(
    (name) => typeof read[name] === 'number' && !/^-?\d+(\.\d+)?$/.test(String(texts[name])),
  );
  return [...errors, ...odd.map((name) => `${place}.${name}: must be a number in decimal digits`)];
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

/** Makes references absolute, because each operation is compiled as a separate document. */
function absolute(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(absolute);
  if (isObject(node)) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, absolute(value)]));
  // The target of a `$ref`, or of a discriminator's mapping.
  return typeof node === 'string' && node.startsWith('#/components/') ? `${CONTRACT_ID}${node}` : node;
}
