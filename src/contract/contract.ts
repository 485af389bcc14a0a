import { readPackageJson } from '../files/index.js';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../util/index.js';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** One HTTP operation of the contract. */
export interface Operation {
  operationId: string;
  /** Upper case, as in a request line. */
  method: string;
  /** The template: `/v1/transactions/{id}`. */
  path: string;
  /** The first entry of `x-evidence`, such as `documented 4.5`. */
  evidence: string;
  /** Whether requests need a token. */
  isProtected: boolean;
  /** The operation as in the contract, with unresolved references and the parameters of its path. */
  definition: JsonObject;
}

let own: JsonObject | undefined;

/** Returns the contract of the package, which is read once. Do not change it. */
export function readContract(): JsonObject {
  own ??= readPackageJson('generated/openapi.json');
  return own;
}

/** Returns the operations of the gateway, or the requests that it sends (`webhooks`), whose path is the event. */
export function readOperations(contract: JsonObject, root: 'paths' | 'webhooks' = 'paths'): Operation[] {
  return Object.entries(objectAt(contract, root)).flatMap(([path, item]) =>
    METHODS.flatMap((method): Operation[] => {
      const definition = isObject(item) ? item[method] : undefined;
      if (!isObject(definition)) return [];
      return [
        {
          operationId: stringAt(definition, 'operationId') ?? `${method} ${path}`,
          method: method.toUpperCase(),
          path,
          evidence: firstEvidence(definition['x-evidence']),
          isProtected: isProtected(definition.security ?? contract.security),
          definition: {
            ...definition,
            parameters: [...listAt(item, 'parameters'), ...listAt(definition, 'parameters')],
          },
        },
      ];
    }),
  );
}

/** Returns an object of the contract, or the target of its chain of `$ref`s. Undefined if it does not exist. */
export function targetOf(contract: object, node: unknown): JsonObject | undefined {
  let found = node;
  // A longer chain of references is a circle.
  for (let step = 0; step < 32 && isObject(found); step++) {
    const reference = found.$ref;
    if (typeof reference !== 'string') return found;
    found = pointer(contract, reference);
  }
  return undefined;
}

/** Returns the same, or an empty object if it does not exist. */
export function resolve(contract: object, node: unknown): JsonObject {
  return targetOf(contract, node) ?? {};
}

/** Returns the schema of the JSON body of a request or a response. */
export function jsonSchemaOf(content: JsonObject): JsonObject | undefined {
  const schema = objectAt(objectAt(content, 'content'), 'application/json').schema;
  return isObject(schema) ? schema : undefined;
}

/** Returns the lowest 2xx response of an operation, with its references resolved. */
export function successOf(contract: JsonObject, operation: Operation): { status: number; response: JsonObject } {
  const responses = objectAt(operation.definition, 'responses');
  const codes = Object.keys(responses).filter((code) => /^2\d\d$/.test(code));
  const code = codes.sort()[0] ?? '200';
  return { status: Number(code), response: resolve(contract, responses[code]) };
}

/** Returns the named examples of the JSON body of a request or a response. */
export function examplesOf(contract: JsonObject, content: JsonObject): [string, unknown][] {
  const examples = objectAt(objectAt(objectAt(content, 'content'), 'application/json'), 'examples');
  return Object.entries(examples).map(([name, example]) => [name, resolve(contract, example).value]);
}

function pointer(contract: object, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let found: unknown = contract;
  for (const part of reference.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}

/** An empty list, or an empty alternative in it, means that no token is needed. */
function isProtected(security: unknown): boolean {
  return Array.isArray(security) && security.length > 0 && security.every((one) => Object.keys(one ?? {}).length > 0);
}

function firstEvidence(evidence: unknown): string {
  const first: unknown = Array.isArray(evidence) ? evidence[0] : evidence;
  return typeof first === 'string' ? first : 'assumed unstated';
}
