import { contractOf } from '../../src/contract/contract.ts';
import { targetOf } from '../../src/contract/document.ts';
import { type Body, isSuccess, type Operation as Model } from '../../src/contract/operation.ts';
import { type JsonObject, objectAt, stringAt } from '../../src/util/json.ts';
import type { Contract, Example, Operation, Parameter, Place, Reference, Response } from './types.ts';

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

export function parametersOf({ model }: Place): Parameter[] {
  return model.parameters.map(({ definition }) => definition as unknown as Parameter);
}

/** The error responses of an operation by their status. */
export function errorsOf({ model }: Place): [status: string, response: Response][] {
  const errors = [...model.responses].filter(([status]) => !isSuccess(status));
  return errors.map(([status, { definition }]) => [status, definition as unknown as Response]);
}

/** The named examples of a request or a response. */
export function examplesOf(body: Body | undefined): Record<string, Example> {
  return Object.fromEntries(body?.examples ?? []) as unknown as Record<string, Example>;
}

/** The address of a server, its variables at their defaults. */
export function addressOf(server: unknown): string {
  const variables = objectAt(server, 'variables');
  const url = stringAt(server, 'url') ?? '';
  return url.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(objectAt(variables, name).default ?? ''));
}
