/** Sends requests to the control API and validates each response against its contract. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { isObject, type JsonObject } from '../../../core/src/util/json.ts';
import { type Entered, send, type Told } from '../entrances.ts';

const contract: JsonObject = JSON.parse(readFileSync('sandbox/dist/derived/sandbox.openapi.json', 'utf8'));
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema({ ...(closed(contract) as JsonObject), $id: 'control' });

/** Adds that objects have only the described fields, so that a test finds any other. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (!isObject(node)) return node;
  const fields = Object.fromEntries(Object.entries(node).map(([name, field]) => [name, closed(field)]));
  return node.type === 'object' && isObject(node.properties) ? { additionalProperties: false, ...fields } : fields;
}

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly statuses: readonly string[];
  /** Whether the operation returns JSON. Pages and streams have separate tests. */
  readonly isJson: boolean;
}

export const operations: readonly Operation[] = Object.entries(contract.paths as Record<string, JsonObject>).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: String((operation as JsonObject).operationId),
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      statuses: Object.keys((operation as { responses: object }).responses),
      isJson: !/Page|Stream/.test(JSON.stringify((operation as { responses: JsonObject }).responses['200'] ?? '')),
    })),
);

/** The operations that have succeeded so far. */
export const succeeded = new Set<string>();

/** Sends a request below `/_sandbox/`, checks the response against the contract, and returns it. */
export async function ask(
  entered: Pick<Entered, 'url' | 'fetch'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Told> {
  const told = await send(entered, method, `/_sandbox/${path}`, body, headers);
  const plain = `/_sandbox/${path.split('?')[0]}`;
  // A literal segment is the closer match.
  const fits = operations.filter((one) => one.isJson && one.method === method && one.pattern.test(plain));
  const operation = fits.find((one) => one.path === plain) ?? fits[0];
  if (operation !== undefined) {
    checkResponse(operation, told);
    if (told.status < 300) succeeded.add(operation.id);
  }
  return told;
}

function checkResponse({ method, path, statuses }: Operation, { status, body }: Told): void {
  const known =
    statuses.find((one) => one === String(status)) ??
    (status >= 400 ? statuses.find((one) => one === 'default') : undefined);
  expect(known, `${method} ${path} does not describe ${status}: ${JSON.stringify(body)}`).toBeDefined();
  const pointer = ['paths', path, method.toLowerCase(), 'responses', String(known)];
  const described = resolve(pointer.reduce<unknown>((node, key) => (node as JsonObject)[key], contract));
  const content = (described as { content?: JsonObject }).content;
  if (content === undefined) {
    expect(body).toBeUndefined();
    return;
  }
  const { schema } = closed(content['application/json']) as { schema: JsonObject };
  const validate = ajv.compile(absolute(schema) as JsonObject);
  expect(validate(body) ? [] : validate.errors, `${method} ${path} ${status}`).toEqual([]);
}

function resolve(node: unknown): unknown {
  const reference = isObject(node) ? node.$ref : undefined;
  if (typeof reference !== 'string') return node;
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((found, key) => (found as JsonObject)[key], contract);
}

function absolute(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(absolute);
  if (isObject(node)) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, absolute(value)]));
  return typeof node === 'string' && node.startsWith('#/') ? `control${node}` : node;
}
