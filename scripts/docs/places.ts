import type { Node } from '../contract/elements.js';
import { operations, target } from '../contract/elements.js';
import type { Contract, Example, MediaType, Place, Reference } from './types.ts';

/** All operations in the order of the contract. */
export function operationsOf(contract: Contract): Place[] {
  return placesOf(contract).filter(({ kind }) => kind === 'operation');
}

export function webhooksOf(contract: Contract): Place[] {
  return placesOf(contract).filter(({ kind }) => kind === 'webhook');
}

function placesOf(contract: Contract): Place[] {
  return operations(contract as unknown as Node).map(({ node, method, address, webhook }) => ({
    kind: webhook ? 'webhook' : 'operation',
    method: method.toUpperCase(),
    path: address,
    operation: node as unknown as Place['operation'],
  }));
}

/** What a reference inside the contract points to, or the object itself when it is none. */
export function resolve<T extends object>(contract: Contract, object: T | Reference): T {
  const found = target(contract, object);
  if (found === undefined) throw new Error(`${JSON.stringify(object)} points nowhere: mend it in openapi.yaml`);
  return found as unknown as T;
}

/** The name of a component behind a reference such as `#/components/schemas/Card`. */
export function componentName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** What a reader sees of a group of operations; its name stands in anchors, in every language alike. */
export function labelOf(tag: Contract['tags'][number]): string {
  return tag['x-displayName'] ?? tag.name;
}

/** The anchor of an operation or webhook on the page, as Redoc makes it. */
export function anchorOf({ path, operation }: Place): string {
  const group = slug(operation.tags[0]);
  const name = operation.operationId ?? `paths/${path}/post`;
  return `#/${group}/${name.toLowerCase()}`;
}

/** A heading or tag as Redoc writes it into an address. */
export function slug(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The named examples of a body, references followed. */
export function examplesOf(
  contract: Contract,
  content: Record<string, MediaType> | undefined,
): Record<string, Example> {
  const examples = content?.['application/json']?.examples ?? {};
  return Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, resolve(contract, example)]));
}
