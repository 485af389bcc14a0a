import { contractOf } from '../../../../core/src/contract/contract.ts';
import { readContract } from '../../../../core/src/contract/document.ts';
import type { Operation } from '../../../../core/src/contract/operation.ts';
import { isObject, type JsonObject, objectAt } from '../../../../core/src/util/json.ts';

export interface WorstBody {
  name: string;
  operationId: string;
  method: string;
  /** The path, with 1 for each parameter. */
  path: string;
  body: string;
}

const contract = readContract();
const { shapeOf } = contractOf(contract);
/** The maximum depth. It exceeds the contract's requests, and ends recursive schemas. */
const DEEPEST = 8;

/**
 * Returns the hardest bodies of about `bytes` bytes. Each list and object of every operation is filled with wrong
 * elements of each kind, and each string with one repeated text. More bodies are deeply nested or invalid JSON.
 */
export function worstBodies(bytes: number): WorstBody[] {
  const operations = contractOf(contract).operations.filter(({ request }) => request !== undefined);
  const shaped = operations.flatMap((operation) => {
    const schema = operation.request?.schema;
    return schema ? fillings(operation, schema, bytes) : [];
  });
  const transaction = operations.find(({ operationId }) => operationId === 'createTransaction');
  if (!transaction) throw new Error('the contract has no createTransaction');
  return [...shaped, ...anywhere(bytes).map(([name, body]) => worst(transaction, name, body))];
}

function fillings(operation: Operation, schema: JsonObject, bytes: number): WorstBody[] {
  return places(schema).flatMap(({ path, kind, field }) => {
    const at = path.join('.') || 'body';
    // Fields that the operation needs before it reads this place.
    const base = operation.operationId === 'createTransaction' ? { amount: 1, payment_method: 'credit_card' } : {};
    const put = (content: string) => JSON.stringify(nested(base, path, '@')).replace('"@"', () => content);
    if (kind === 'array') {
      return elementsFor(field).map(([name, element]) =>
        worst(operation, `${at}: [${name}, …]`, put(`[${repeated(element, bytes)}]`)),
      );
    }
    if (kind === 'object') {
      const count = Math.floor(bytes / 12);
      const members = (value: string) => Array.from({ length: count }, (_, i) => `"k${i}":${value}`).join(',');
      return [worst(operation, `${at}: {unknown fields}`, put(`{${members('0')}}`))];
    }
    return ['a', '1', ' ', '@', '-', 'http://'].map((text) =>
      worst(operation, `${at}: "${text}…"`, put(`"${text.repeat(Math.floor(bytes / text.length))}"`)),
    );
  });
}

/** Returns wrong elements: other types, an empty object, and an object with only wrong field types. */
function elementsFor(schema: JsonObject): [string, string][] {
  const fields = [...shapeOf(shapeOf(schema).items ?? {}).fields.keys()];
  const wrong = Object.fromEntries(fields.map((name) => [name, [0]]));
  return [
    ['0', '0'],
    ['{}', '{}'],
    ['""', '""'],
    ['[]', '[]'],
    ['null', 'null'],
    ...(fields.length > 0 ? [['all fields wrong', JSON.stringify(wrong)] as [string, string]] : []),
  ];
}

/** Returns bodies that are hard for every operation. test/redact/bodies.ts has those that are hard to redact. */
function anywhere(bytes: number): [string, string][] {
  const transaction = (rest: string) => `{"amount":1,"payment_method":"pix",${rest}}`;
  const half = Math.floor(bytes / 2);
  return [
    ['real cards', transaction(`"items":[${repeated('{"card_number":"4485275742308327"}', bytes)}]`)],
    ['backslashes', transaction(`"metadata":"${'\\\\'.repeat(half)}"`)],
    ['escapes', transaction(`"metadata":"${'\\u0041'.repeat(Math.floor(bytes / 6))}"`)],
    ['digits', transaction(`"metadata":"${'4'.repeat(bytes)}"`)],
    ['deep arrays', transaction(`"metadata":${'['.repeat(half)}${']'.repeat(half)}`)],
    ['deep objects', `${'{"a":'.repeat(Math.floor(bytes / 6))}1${'}'.repeat(Math.floor(bytes / 6))}`],
    ['at the limit of depth, often', transaction(`"x":[${repeated(`${'['.repeat(190)}${']'.repeat(190)}`, bytes)}]`)],
    ['never closed', '['.repeat(bytes)],
    ['a string that never ends', `{"a":"${'x'.repeat(bytes)}`],
    ['escapes that never end', `{"a":"${'\\n'.repeat(half)}`],
    ['line ends', `${'\n'.repeat(bytes)}x`],
    ['broken at the end', `[${repeated('{"a":[1,"b"]}', bytes)}`],
    ['a long number', '1'.repeat(bytes)],
    ['a long number that breaks', `${'1'.repeat(bytes)}.`],
  ];
}

interface Place {
  path: string[];
  kind: 'array' | 'object' | 'string';
  field: JsonObject;
}

/** Returns every list, object and string in a schema. */
function places(schema: JsonObject, path: string[] = []): Place[] {
  if (path.length > DEEPEST) return [];
  const { types, fields } = shapeOf(schema);
  const kinds = (['array', 'object', 'string'] as const).filter((kind) => types.has(kind));
  return [
    ...kinds.map((kind): Place => ({ path, kind, field: schema })),
    ...[...fields].flatMap(([name, field]) => places(field, [...path, name])),
  ];
}

function nested(base: JsonObject, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  const inner = objectAt(base, name);
  return { ...base, [name]: nested(isObject(inner) ? inner : {}, rest, value) };
}

function repeated(element: string, bytes: number): string {
  return Array(Math.floor(bytes / (element.length + 1)))
    .fill(element)
    .join(',');
}

function worst({ operationId, method, path }: Operation, name: string, body: string): WorstBody {
  return { name, operationId, method, path: path.replaceAll(/\{\w+\}/g, '1'), body };
}
