import { contractOf } from '../../src/contract/contract.ts';
import { targetOf } from '../../src/contract/document.ts';
import type { Operation as Model } from '../../src/contract/operation.ts';
import type { JsonObject } from '../../src/util/json.ts';
import * as read from './operation.ts';
import type { Contract, Example, Operation, Parameter, Place, Reference, Response, Schema } from './types.ts';

/** All operations in the order of the contract. */
export function operationsOf(contract: Contract): Place[] {
  return contractOf(contract as unknown as JsonObject).operations.map(placeOf);
}

export function webhooksOf(contract: Contract): Place[] {
  return contractOf(contract as unknown as JsonObject).webhooks.map(placeOf);
}

function placeOf(model: Model): Place {
  const { method, path, place, definition } = model;
  const kind = place[0] === 'webhooks' ? 'webhook' : 'operation';
  return { kind, method, path, model, operation: definition as unknown as Operation };
}

/** Returns the target of a reference inside the contract, or the object itself if it is not a reference. */
export function resolve<T extends object>(contract: Contract, object: T | Reference): T {
  const found = targetOf(contract, object);
  if (found === undefined) throw new Error(`${JSON.stringify(object)} does not resolve: correct it in openapi.yaml`);
  return found as unknown as T;
}

/** Returns the title of a group of operations. Its name is the same in every language. */
export function labelOf(tag: Contract['tags'][number]): string {
  return tag['x-displayName'] ?? tag.name;
}

/** Returns the page of an operation or webhook, such as `/api/createTransaction/`. */
export function hrefOf({ path, operation }: Place): string {
  return `/api/${operation.operationId ?? slug(path)}/`;
}

/** Returns a heading or a name as a part of an address. */
export function slug(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

export function parametersOf(contract: Contract, operation: Operation): Parameter[] {
  return read.parametersOf(contract, operation) as unknown as Parameter[];
}

/** The first response of success; undefined when the operation has none. */
export function successOf(contract: Contract, operation: Operation): Response | undefined {
  return read.responsesOf(contract, operation).successes[0]?.[1] as Response | undefined;
}

/** The error responses of an operation by their status. */
export function errorsOf(contract: Contract, operation: Operation): [status: string, response: Response][] {
  return read.responsesOf(contract, operation).errors as [string, Response][];
}

/** The schema of a body or a response, as it is written: often a reference. */
export function bodySchemaOf(contract: Contract, holder: object | undefined): Schema | undefined {
  return read.schemaOf(contract, holder);
}

/** The named examples of a body or a response, references followed. */
export function examplesOf(contract: Contract, holder: object | undefined): Record<string, Example> {
  return Object.fromEntries(read.examplesOf(contract, holder)) as unknown as Record<string, Example>;
}
