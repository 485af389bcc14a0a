import { createdFields, operationIds, safePosts } from '../../generated/operation-ids.js';
import type { ErrorFacts } from './errors.js';
import { isObject, parseJson } from './failure.js';

export interface Operation {
  readonly call: ErrorFacts;
  /** Whether sending it twice is harmless: all methods except POST and PATCH, and the POSTs that change nothing. */
  readonly isRepeatable: boolean;
  /** Returns whether the body of a success is what the caller needs. */
  readonly isUsable: (text: string) => boolean;
}

const routes = Object.entries(operationIds).map(
  ([path, ids]: [string, { readonly [method: string]: string }]) =>
    [new RegExp(`${path.replace(/{\w+}/g, '[^/]+')}$`), path, ids] as const,
);

/** Returns the operation of a request by its address, because middleware may replace the request. Throws if a parameter is missing. */
export function operationOf({ method, url }: Request): Operation {
  const { pathname } = new URL(url);
  if (/%7B|\/(\/|$)/i.test(pathname)) throw new TypeError('params.path: a parameter is missing or empty');
  const [, path = '', ids] = routes.find(([pattern, , ids]) => ids[method] && pattern.test(pathname)) ?? [];
  const operationId = ids?.[method] ?? `${method} of an unknown path`;
  const isRepeatable = !/POST|PATCH/.test(method) || (safePosts as readonly string[]).includes(operationId);
  const created = (createdFields as { readonly [id: string]: string })[operationId];
  // The caller of a refund knows the id, so its success may lack a body. That of a new payment may not.
  const mayBeEmpty = isRepeatable ? !/GET|POST/.test(method) : path && !created;
  return {
    call: { operationId, method, path },
    isRepeatable,
    isUsable(text) {
      if (!text) return Boolean(mayBeEmpty);
      const body = parseJson(text);
      if (!isObject(body) || (Array.isArray(body) && !isRepeatable)) return false;
      const value = (body as Record<string, unknown>)[created ?? ''];
      // The contract has whole numbers. Digits in a text are an id, too.
      return !created || (isObject(value) ? created !== 'id' : /^\d+$/.test(`${value}`));
    },
  };
}

/** Builds the complete request of one attempt: frameworks and mocks read only the first argument of `fetch`. */
export function buildRequest(
  request: Request,
  body: string,
  token: string,
  signal: AbortSignal,
  isRepeatable: boolean,
): Request {
  // Keys that openapi-fetch put on the request for frameworks and engines, such as `next`, `cf` and `dispatcher`.
  const added: Record<string, unknown> = { ...request };
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token}`);
  // No redirect: it could take card data to another host, or turn a POST into a GET.
  const init: RequestInit & { duplex?: string } = { ...added, headers, signal, redirect: 'manual' };
  // Next.js would answer a second POST from its cache. Old Workers lack `cache`.
  const mayCache = request.method === 'GET' && (request.cache !== 'default' || 'next' in added);
  if ('cache' in request && !mayCache) init.cache = 'no-store';
  const source = body || !request.body ? request : request.clone();
  if (body) init.body = body;
  if ('Deno' in globalThis && !isRepeatable) {
    // Deno sends a request again after a lost response, unless its body is a stream.
    init.body = ((!body && source.body) || new Blob([body]).stream()).pipeThrough(new TransformStream());
    init.duplex = 'half';
  }
  const copy: Request & Record<string, unknown> = Object.assign(new Request(source, init));
  for (const name in added) if (!(name in copy)) copy[name] = added[name];
  return copy;
}
