/** The contract as the package reads it, with types for tests. Another test compares it with the hand-written openapi.yaml. */

import { contractOf } from '../../src/contract/contract.js';
import { readContract, resolve } from '../../src/contract/document.js';
import type { Operation as Read } from '../../src/contract/operation.js';

export interface Reference {
  readonly $ref: string;
}

export type Evidence = string | readonly string[];

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> };
  readonly 'x-evidence'?: Evidence;
  readonly 'x-extensible-enum'?: readonly string[];
  readonly 'x-enum-evidence'?: Readonly<Record<string, Evidence>>;
  readonly 'x-transitions'?: readonly { readonly from: string; readonly to: readonly string[] }[];
}

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface MediaType {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
}

export interface ContractResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly 'x-evidence'?: Evidence;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
  readonly 'x-evidence'?: Evidence;
}

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, ContractResponse | Reference>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-evidence'?: Evidence;
  readonly 'x-evidence-of'?: Readonly<Record<string, Evidence>>;
  readonly 'x-safe'?: boolean;
}

type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: readonly (Parameter | Reference)[] };

export interface RegisterEntry {
  readonly level: 'observed' | 'assumed';
  readonly statement: string;
  readonly source: readonly string[];
  readonly settled_by: string;
}

export interface Contract {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly variables?: Readonly<Record<string, unknown>> }[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly tags: readonly { readonly name: string; readonly description?: string; readonly 'x-evidence'?: Evidence }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, Example>>;
    readonly responses: Readonly<Record<string, ContractResponse>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<
      Record<string, { readonly type: string; readonly scheme?: string; readonly 'x-evidence'?: Evidence }>
    >;
  };
  readonly 'x-evidence-of'?: Readonly<Record<string, Evidence>>;
  readonly 'x-source-document': { readonly title: string; readonly sections: Readonly<Record<string, string>> };
  readonly 'x-evidence-register': Readonly<Record<string, RegisterEntry>>;
  readonly 'x-test-values': { readonly cards: readonly { readonly card_number: string }[] };
}

const document = readContract();

/** Lint has checked the contract, so only this place asserts its type. */
export const contract = document as unknown as Contract;

/** The element itself, or what its `$ref` points to. */
export function resolved<Element extends object>(element: Element | Reference): Element {
  return resolve(document, element) as Element;
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
  readonly operation: Operation;
  /** Those of the path and of the operation, resolved. */
  readonly parameters: readonly Parameter[];
}

function operationsOf(all: readonly Read[]): ContractOperation[] {
  return all.map(({ operationId, method, path, place: [root], definition, parameters }) => ({
    ...{ operationId, method, path },
    pointer: pointer(`#/${root}`, path, method.toLowerCase()),
    operation: definition as unknown as Operation,
    parameters: parameters.map((one) => one.definition as unknown as Parameter),
  }));
}

export const operations = operationsOf(contractOf(document).operations);
export const webhooks = operationsOf(contractOf(document).webhooks);

export function operationNamed(operationId: string): ContractOperation {
  const found = operations.find((one) => one.operationId === operationId);
  if (found === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  return found;
}

const json = 'application/json';

/** The responses of an operation by status, resolved. */
export function responsesOf(operation: Operation): [status: string, response: ContractResponse][] {
  return Object.entries(operation.responses).map(([status, response]) => [status, resolved(response)]);
}

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
  const response = operation.operation.responses[status];
  return response !== undefined && '$ref' in response ? response.$ref : pointer(operation.pointer, 'responses', status);
}

/** Pointer to the schema of a response's JSON body. */
export function responseSchema(operation: ContractOperation, status: string): string {
  return pointer(responsePointer(operation, status), 'content', json, 'schema');
}

/** Pointer to the schema of a request's JSON body. */
export function requestSchema(operation: ContractOperation): string {
  return pointer(operation.pointer, 'requestBody', 'content', json, 'schema');
}

/** The JSON body that a request takes, if it takes one. */
export function requestMedia(operation: Operation): MediaType | undefined {
  return operation.requestBody === undefined ? undefined : resolved(operation.requestBody).content[json];
}

/** Every named example of an operation or webhook, requests first. */
export function namedExamples(operation: ContractOperation): NamedExample[] {
  const owner = operation.operationId;
  return [
    ...examplesOf(owner, 'request', requestMedia(operation.operation), requestSchema(operation)),
    ...responsesOf(operation.operation).flatMap(([status, response]) =>
      examplesOf(owner, status, response.content?.[json], responseSchema(operation, status)),
    ),
  ];
}
