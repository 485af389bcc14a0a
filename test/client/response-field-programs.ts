/**
 * Programs that use every field of every response as the type that the contract states. They are written from openapi.yaml, without
 * openapi-typescript, so a client whose types lose a field or change it does not compile.
 */

import { contractOf } from '../../core/src/contract/contract.js';
import { readContract, targetOf } from '../../core/src/contract/document.js';
import { isObject, type JsonObject, listAt, objectAt } from '../../core/src/util/json.ts';

const contract: JsonObject = readContract();

/** How a program gets the data and the error of an operation. */
export interface Client {
  /** The lines before the calls. */
  readonly head: string;
  /** Returns a statement that declares `data` and `error`; undefined for a method that the client does not have. */
  call(method: string, path: string, init: string): string | undefined;
}

/** Returns a program that calls all operations with a client, and uses each field of data and error. */
export function programFor({ head, call }: Client): string {
  const calls = contractOf(contract).operations.flatMap(({ definition, path, method, request }, index) => {
    const names = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => `${name}: 1`);
    const init = [...(names[0] ? [`params: { path: { ${names} } }`] : []), ...(request ? ['body: any()'] : [])];
    const statement = call(method.toLowerCase(), path, `{ ${init.join(', ')} }`);
    if (statement === undefined) return [];
    const responses = objectAt(definition, 'responses');
    const uses = [...uses200(responses), ...usesOfErrors(responses)];
    return [`export async function operation${index}() {`, statement, ...uses, '}'];
  });
  return [head, HELPERS, ...calls, ''].join('\n');
}

/** `known` does not take a value of the type `any`, which would compile everywhere. */
const HELPERS = `declare function any(): never;
declare function known<Value>(value: Value, ...isAny: 0 extends 1 & Value ? ['is any'] : []): void;`;

const bodyOf = (response: unknown): unknown =>
  objectAt(objectAt(objectAt(targetOf(contract, response), 'content'), 'application/json'), 'schema');

function uses200(responses: JsonObject): string[] {
  return ['if (data !== undefined) {', ...uses(bodyOf(responses['200']), 'data', 1), '}'];
}

function usesOfErrors(responses: JsonObject): string[] {
  const bodies = Object.keys(responses).filter((status) => status !== '200');
  const schemas = new Set(bodies.map((status) => targetOf(contract, bodyOf(responses[status]))));
  return ['if (error) {', ...[...schemas].flatMap((schema) => uses(schema, 'error', 1)), '}'];
}

interface Shape {
  readonly fields: JsonObject;
  readonly required: ReadonlySet<unknown>;
  readonly types: readonly unknown[];
  readonly node: JsonObject;
}

/** Returns a schema with the fields of all parts of its `allOf`. */
function shapeOf(schema: unknown): Shape {
  const node = targetOf(contract, schema) ?? {};
  const parts = listAt(node, 'allOf').map(shapeOf);
  return {
    fields: Object.assign({}, ...parts.map(({ fields }) => fields), objectAt(node, 'properties')),
    required: new Set([...parts.flatMap(({ required }) => [...required]), ...listAt(node, 'required')]),
    types: node.type === undefined ? parts.flatMap(({ types }) => types) : [node.type].flat(),
    node,
  };
}

/** Returns the statements that use a value. The value may be a name or an expression. */
function uses(schema: unknown, value: string, depth: number): string[] {
  const { fields, required, types, node } = shapeOf(schema);
  const nullable = types.includes('null');
  if (Object.keys(fields).length > 0) {
    const name = `o${depth}`;
    const inner = Object.entries(fields).flatMap(([key, field]) =>
      required.has(key) ? uses(field, `${name}.${key}`, depth + 1) : optional(field, `${name}.${key}`, depth + 1),
    );
    const open = nullable ? `{ const ${name} = ${value}; if (${name} !== null) {` : `{ const ${name} = ${value}; {`;
    return [`known(${value});`, open, ...inner, '}}'];
  }
  if (isObject(node.items) && types.every((type) => type === 'array' || type === 'null')) {
    const list = nullable ? `${value} ?? []` : value;
    return [`for (const i${depth} of ${list}) {`, ...uses(node.items, `i${depth}`, depth + 1), '}'];
  }
  const method = METHODS[`${types.filter((type) => type !== 'null')}`];
  const called = method && `${value}${nullable ? '?.' : '.'}${method}();`;
  return [`known(${value});`, ...(called ? [called] : [])];
}

const METHODS: Readonly<Record<string, string>> = {
  string: 'toUpperCase',
  integer: 'toFixed',
  number: 'toFixed',
  boolean: 'valueOf',
};

function optional(schema: unknown, value: string, depth: number): string[] {
  const name = `f${depth}`;
  return [`{ const ${name} = ${value}; if (${name} !== undefined) {`, ...uses(schema, name, depth), '}}'];
}
