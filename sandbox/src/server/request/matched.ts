import type { Operation } from 'payment-gateway-core/contract';
import type { Values } from 'payment-gateway-core/util';

/** A request that matches an operation and passed validation. Header names are lower case. */
export interface MatchedRequest {
  operation: Operation;
  /** The path parameters, decoded. */
  params: Record<string, string>;
  /** The path as sent, percent-encoded. */
  path: string;
  query: Values;
  headers: Record<string, string>;
  /** The host and port that the request names, which the guard has allowed. Undefined in this process. */
  host: string | undefined;
  /** The JSON body, with its scalars in the contract's types; undefined without a body. */
  body: unknown;
  preference: Preference | undefined;
  /** When it arrived, by `performance.now()`. */
  started: number;
  /** When it arrived, by the clock of the account. Milliseconds since 1970. */
  now: number;
}

/** A request's `Prefer` header, as Prism reads it: `code=404, example=pix`. */
export interface Preference {
  code?: number;
  exampleKey?: string;
}

/**
 * Reads a `Prefer` header. Ignores unknown preferences, and the second one of a name (RFC 7240). Returns a sentence for a wrong value, and for
 * `dynamic`, which only Prism can give.
 */
export function readPrefer(header: string | undefined): { preference?: Preference; problem?: string } {
  if (!header) return {};
  const preference: Preference = {};
  const known = new Set<string>();
  for (const part of header.split(/[,;]/)) {
    const [name = '', ...rest] = part.split('=');
    const value = rest
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1');
    const lower = name.trim().toLowerCase();
    if (known.has(lower)) continue;
    known.add(lower);
    switch (lower) {
      case 'code':
        if (!/^[1-5]\d\d$/.test(value)) return { problem: 'prefer: code must be a status of three digits' };
        preference.code = Number(value);
        break;
      case 'example':
        preference.exampleKey = value;
        break;
      case 'dynamic':
        if (value !== 'false')
          return { problem: 'prefer: only Prism makes a response up: npx payment-gateway-contract mock' };
        break;
    }
  }
  return Object.keys(preference).length > 0 ? { preference } : {};
}
