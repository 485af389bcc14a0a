/** The contract as the package reads it, with types for tests. Another test compares it with the hand-written openapi.yaml. */

import { contractOf } from '../../core/src/contract/contract.js';
import { readContract, resolve } from '../../core/src/contract/document.js';
import type { MediaType, OperationObject, ParameterObject, Reference } from '../../core/src/contract/openapi.js';
import type { Operation as Read } from '../../core/src/contract/operation.js';

export const contract = readContract();

/** The element itself, or what its `$ref` points to. */
function resolved<Element extends object>(element: Element | Reference): Element {
  return resolve(contract, element) as Element;
}

/** A JSON pointer below `base`. */
export function pointer(base: string, ...keys: string[]): string {
  return [base, ...keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))].join('/');
}

export interface ContractOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** JSON pointer to the operation. */
  readonly pointer: string;
  readonly operation: OperationObject;
  /** Those of the path and of the operation, resolved. */
  readonly parameters: readonly ParameterObject[];
}

function operationsOf(all: readonly Read[]): ContractOperation[] {
  return all.map(({ operationId, method, path, place: [root], definition, parameters }) => ({
    ...{ operationId, method, path },
    pointer: pointer(`#/${root}`, path, method.toLowerCase()),
    operation: definition,
    parameters: parameters.map((one) => one.definition),
  }));
}

export const operations = operationsOf(contractOf(contract).operations);
export const webhooks = operationsOf(contractOf(contract).webhooks);

export function operationNamed(operationId: string): ContractOperation {
  const found = operations.find((one) => one.operationId === operationId);
  if (found === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  return found;
}

const json = 'application/json';

export interface NamedExample {
  /** `createTransaction request pix`, `createTransaction 200 pix` */
  readonly title: string;
  readonly operationId: string;
  readonly name: string;
  readonly direction: 'request' | 'response';
  /** `request`, or the status of the response. */
  readonly of: string;
  readonly value: unknown;
  /** JSON pointer to the schema that it is an example of. */
  readonly schema: string;
}

function examplesOf(owner: string, of: string, media: MediaType | undefined, schema: string): NamedExample[] {
  return Object.entries(media?.examples ?? {}).map(([name, example]) => ({
    title: `${owner} ${of} ${name}`,
    operationId: owner,
    name,
    direction: of === 'request' ? 'request' : 'response',
    of,
    value: resolved(example).value,
    schema,
  }));
}

/** A `$ref` to a response is followed, so that the pointer leads to a schema. */
function responsePointer(operation: ContractOperation, status: string): string {
  const { $ref } = operation.operation.responses[status] ?? {};
  return typeof $ref === 'string' ? $ref : pointer(operation.pointer, 'responses', status);
}

/** Pointer to the schema of a response's JSON body. */
export function responseSchema(operation: ContractOperation, status: string): string {
  return pointer(responsePointer(operation, status), 'content', json, 'schema');
}

/** Pointer to the schema of a request's JSON body. */
export function requestSchema(operation: ContractOperation): string {
  return pointer(operation.pointer, 'requestBody', 'content', json, 'schema');
}

/** Every named example of an operation or webhook, requests first. */
export function namedExamples(operation: ContractOperation): NamedExample[] {
  const owner = operation.operationId;
  const { requestBody, responses } = operation.operation;
  const request = requestBody && resolved(requestBody).content?.[json];
  return [
    ...examplesOf(owner, 'request', request, requestSchema(operation)),
    ...Object.entries(responses).flatMap(([status, response]) =>
      examplesOf(owner, status, resolved(response).content?.[json], responseSchema(operation, status)),
    ),
  ];
}
