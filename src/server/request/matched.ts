import type { Operation } from '../../contract/contract.js';
import type { Values } from '../../contract/json.js';

/** A request that belongs to an operation and is as the contract wants it. Header names are lower case. */
export interface MatchedRequest {
  operation: Operation;
  /** The parameters of the path, decoded. */
  params: Record<string, string>;
  /** As it was sent, percent-encoding and all. */
  path: string;
  query: Values;
  headers: Record<string, string>;
  /** The JSON that was sent, its scalars in the types of the contract; undefined when there was none. */
  body: unknown;
  /** What stands in the sensitive fields of the body. */
  secrets: () => ReadonlySet<string>;
  preference: Preference | undefined;
  /** When it came, in milliseconds since 1970, by the clock of whoever responds. */
  now: number;
}

/** What a caller asks Prism for, in the `Prefer` header: `code=404, example=pix, dynamic=true, seed=1`. */
export interface Preference {
  code?: number;
  exampleKey?: string;
  dynamic?: boolean;
  seed?: string;
}

/** Reads a Prefer header. Preferences that are not Prism's are left alone; a wrong value gives a sentence. */
export function readPrefer(header: string | undefined): { preference?: Preference; problem?: string } {
  if (!header) return {};
  const preference: Preference = {};
  for (const part of header.split(/[,;]/)) {
    const [name = '', ...rest] = part.split('=');
    const value = rest
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1');
    switch (name.trim().toLowerCase()) {
      case 'code':
        if (!/^[1-5]\d\d$/.test(value)) return { problem: 'prefer: code must be a status of three digits' };
        preference.code = Number(value);
        break;
      case 'example':
        preference.exampleKey = value;
        break;
      case 'dynamic':
        if (value !== 'true' && value !== 'false') return { problem: 'prefer: dynamic must be true or false' };
        preference.dynamic = value === 'true';
        break;
      case 'seed':
        preference.seed = value;
        break;
    }
  }
  return Object.keys(preference).length > 0 ? { preference } : {};
}
