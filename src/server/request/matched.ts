import type { Operation } from '../../contract/contract.js';
import type { Values } from '../../contract/json.js';
import type { Preference } from './prefer.js';

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
