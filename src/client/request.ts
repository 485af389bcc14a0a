import type { HeadersOptions } from 'openapi-fetch';
import { sensitiveFields } from '../../generated/fields.js';
import { createdFields, operationIds, safePosts } from '../../generated/operation-ids.js';
import type { ErrorFacts } from './errors.js';
import { isObject, parseJson } from './failure.js';

const routes = Object.entries(operationIds).map(([path, ids]: [string, { readonly [method: string]: string }]) => {
  return [new RegExp(`${path.replace(/{\w+}/g, '[^/]+')}$`), path, ids] as const;
});

/** Returns the operation of a request by its address, because middleware may replace the request. Throws if a parameter is missing. */
export function operationOf({ method, url }: Request) {
  const { pathname } = new URL(url);
  if (/%7B|\/(\/|$)/i.test(pathname)) throw new TypeError('params.path: a parameter is missing or empty');
  const [, path = '', ids] = routes.find(([pattern, , ids]) => ids[method] && pattern.test(pathname)) ?? [];
  const operationId = ids?.[method] ?? `${method} of an unknown path`;
  // Whether sending it twice is harmless.
  const isRepeatable = !/POST|PATCH/.test(method) || (safePosts as readonly string[]).includes(operationId);
  const created = (createdFields as { readonly [id: string]: string })[operationId];
  // The caller of a refund knows the id, so its success may lack a body. That of a new payment may not.
  const mayBeEmpty = isRepeatable ? !/GET|POST/.test(method) : path && !created;
  const call: ErrorFacts = { operationId, method, path };
  /** Returns whether the body of a success is what the caller needs. */
  const isUsable = (text: string): boolean => {
    if (!text) return Boolean(mayBeEmpty);
    const body = parseJson(text);
    if (!isObject(body) || (Array.isArray(body) && !isRepeatable)) return false;
    const value = (body as Record<string, unknown>)[created ?? ''];
    // The contract has whole numbers. Digits in a text are an id, too.
    return !created || (isObject(value) ? created !== 'id' : /^\d+$/.test(`${value}`));
  };
  return { call, isRepeatable, isUsable };
}

/** Builds the complete request of one attempt: frameworks and mocks read only the first argument of `fetch`. */
export function buildRequest(
  request: Request,
  body: string,
  token: string,
  signal: AbortSignal,
  isRepeatable: boolean,
) {
  // Keys that openapi-fetch put on the request for frameworks and engines, such as `next`, `cf` and `dispatcher`.
  const added: Record<string, unknown> = { ...request };
  // No redirect: it could take card data to another host, or turn a POST into a GET.
  const init: RequestInit = { ...added, signal, redirect: 'manual', ...(body && { body }) };
  // Next.js would answer a second POST from its cache. Old Workers lack `cache`.
  const mayCache = request.method === 'GET' && (request.cache !== 'default' || 'next' in added);
  if ('cache' in request && !mayCache) init.cache = 'no-store';
  const source = body || !request.body ? request : request.clone();
  if ('Deno' in globalThis && !isRepeatable) {
    // Deno sends a request again after a lost response, unless its body is a stream.
    const stream = (!body && source.body) || new Blob([body]).stream();
    Object.assign(init, { body: stream.pipeThrough(new TransformStream()), duplex: 'half' });
  }
  const copy: Request & Record<string, unknown> = Object.assign(new Request(source, init));
  copy.headers.set('authorization', `Bearer ${token}`);
  for (const name in added) if (!(name in copy)) copy[name] = added[name];
  return copy;
}

/** Returns the card fields and credentials of a JSON body, which no error may show. */
export function secretsOf(body: string): string[] {
  const secrets: string[] = [];
  const addAll = (value: unknown): unknown =>
    isObject(value) ? Object.values(value).map(addAll) : secrets.push(`${value}`);
  parseJson(body, (name, value) => {
    if ((sensitiveFields as readonly string[]).includes(name)) addAll(value);
    return value;
  });
  return secrets;
}

/** Returns headers as openapi-fetch reads them: it takes a list of pairs for an object. */
export const listed = (headers: HeadersOptions | null | undefined): HeadersOptions =>
  Symbol.iterator in Object(headers) ? new Headers(headers as Headers) : (headers ?? {});

/** Writes JSON. Refuses what JSON would change without an error: a refund without an amount is assumed to refund everything. */
export const bodySerializer = (body: unknown): string =>
  JSON.stringify(body, (name, value: unknown) => {
    const isLost = typeof value === 'number' ? !Number.isFinite(value) : value === undefined && name === 'amount';
    if (isLost) throw new TypeError(`body: ${name} is ${value}; leave out the field if you mean that`);
    return value;
  });
