import type { HeadersOptions } from './middleware.js';

const names = /^[!#$%&'*+.^_`|~\w-]+$/;
/** What HTTP can carry in one line. */
const values = /^[\t -~\x80-\xff]*$/;
/** Set by the engine for each request: it fails, or sends something else, when they are given. */
const ofTheEngine = /^(connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$/i;

/**
 * Checks one header, so that no attempt begins which cannot be sent.
 *
 * @throws TypeError that names the header and never quotes the value, as those of `fetch` do.
 */
export function checkHeader(name: string, value: unknown): void {
  if (!names.test(name)) throw new TypeError('The name of a header has a character that cannot be sent.');
  if (ofTheEngine.test(name)) throw new TypeError(`The header ${name} cannot be set. Leave it to fetch.`);
  for (const one of [value ?? ''].flat()) {
    if (/object|symbol|function/.test(typeof one)) throw new TypeError(`The header ${name} must be a string.`);
    if (!values.test(`${one}`))
      throw new TypeError(`The header ${name} has a line end or another character that cannot be sent.`);
  }
}

/** Headers in a form that openapi-fetch merges, each one checked: it takes a list of pairs for an object. */
export function checkHeaders(headers: HeadersOptions): HeadersOptions {
  if (typeof headers !== 'object' || headers === null)
    throw new TypeError('headers must be an object of names and values.');
  const isList = Array.isArray(headers);
  const entries = isList || headers instanceof Headers ? [...headers] : Object.entries(headers);
  for (const [name, value] of entries) checkHeader(name, value);
  return isList ? Object.fromEntries(entries) : headers;
}
