import type { HeadersOptions } from 'openapi-fetch';
import { sensitiveFields } from '../../generated/fields.js';
import { postEffects } from '../../generated/paths.js';
import { isObject, parseJson } from './failure.js';

const routes = Object.entries(postEffects).map(
  ([path, effect]) => [new RegExp(`${path.replace(/{\w+}/g, '[^/]+')}$`), path, effect] as const,
);

/** Returns the operation of a request by its address, because middleware may replace the request. Throws if a parameter is missing. */
export function operationOf({ method, url }: Request) {
  const [address = ''] = url.split(/[?#]/);
  if (/%7B|[^:]\/(\/|$)/i.test(address)) throw new TypeError('params.path: a parameter is missing or empty');
  const [, path = 'of an unknown path', effect] = routes.find(([pattern]) => pattern.test(address)) ?? [];
  // Whether sending it twice is harmless.
  const isRepeatable = !/POST|PATCH/.test(method) || effect === 'safe';
  const created = !isRepeatable && effect;
  /** Returns whether the body of a success is what the caller needs. */
  const isUsable = (text: string, body: unknown): boolean => {
    // A refund has the id of its object, so its success may lack a body. That of a new payment may not.
    if (!text) return isRepeatable ? !/GET|POST/.test(method) : effect === '';
    if (!isObject(body) || (Array.isArray(body) && !isRepeatable)) return false;
    const value = created && (body as Record<string, unknown>)[created];
    // The contract has whole numbers. Digits in a text are an id, too.
    return !created || (isObject(value) ? created !== 'id' : /^\d+$/.test(`${value}`));
  };
  return { call: { method, path }, isRepeatable, isUsable };
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
  const init: RequestInit = { ...added, signal, redirect: 'manual', ...((body || request.bodyUsed) && { body }) };
  // Next.js would answer a second POST from its cache. Old Workers lack `cache`.
  const mayCache = request.method === 'GET' && (request.cache !== 'default' || 'next' in added);
  if ('cache' in request && !mayCache) init.cache = 'no-store';
  // Deno sends a request again after a lost response, unless its body is a stream.
  if ('Deno' in globalThis && !isRepeatable) Object.assign(init, { body: new Blob([body]).stream(), duplex: 'half' });
  const copy = new Request(request, init) as Request & Record<string, unknown>;
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
