/** The addresses and names of the parts of the contract in the docs. */

import type { BodyObject, OpenApi, Server } from '../../core/src/contract/openapi.ts';
import { isSuccess, type Operation } from '../../core/src/contract/operation.ts';

/** Returns the title of a group of operations. Its name is the same in every language. */
export function labelOf(tag: OpenApi['tags'][number]): string {
  return tag['x-displayName'] ?? tag.name;
}

/** Returns the page of an operation or webhook, such as `/api/createTransaction/`. */
export function operationHref({ operationId }: Operation): string {
  return `/api/${operationId}/`;
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

/** Returns the error responses of an operation by their status. */
export function errorsOf({ responses }: Operation): [status: string, response: BodyObject][] {
  const errors = [...responses].filter(([status]) => !isSuccess(status));
  return errors.map(([status, { definition }]) => [status, definition]);
}

/** Returns the address of a server, its variables at their defaults; '' for no server. */
export function addressOf({ url, variables = {} }: Pick<Server, 'url' | 'variables'> = { url: '' }): string {
  return url.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? '');
}
